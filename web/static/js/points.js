// Points as people read them: with a real minus sign.

export const pointsText = (points) => String(points).replace("-", "−");

/** A gain or a loss: "+3", "−2", "0". */
export const signed = (points) => (points > 0 ? `+${points}` : pointsText(points));
