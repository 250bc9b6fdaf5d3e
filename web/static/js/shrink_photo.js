// Large photographs are made smaller on the phone, so that they arrive quickly. The server takes the original as well,
// which is what it gets whenever anything here looks wrong.

export const LONG_SIDE_PX = 2560; // recognition works with 2048; a little more leaves it the choice
const LARGE_BYTES = 1_500_000;
const CANVAS_LIMIT_PX = 16_000_000; // of the strictest phones: above it a canvas stays black
const JPEG_QUALITY = 0.9;

/** The size to shrink a picture to, or null where it should be sent as it is. */
export function plannedSize(width, height, bytes) {
  const long = Math.max(width, height);
  if (!(long > 0) || long <= LONG_SIDE_PX || bytes <= LARGE_BYTES) return null;
  const scale = LONG_SIDE_PX / long;
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return size.width * size.height > CANVAS_LIMIT_PX || Math.min(size.width, size.height) < 1 ? null : size;
}

/** A smaller JPEG of the picture, or the file itself. */
export async function shrinkPhoto(file) {
  if (file.size <= LARGE_BYTES || !("createImageBitmap" in window)) return file;
  let full;
  try {
    full = await createImageBitmap(file, { imageOrientation: "from-image" });
    const size = plannedSize(full.width, full.height, file.size);
    if (!size) return file;
    const canvas = document.createElement("canvas");
    Object.assign(canvas, size);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(full, 0, 0, size.width, size.height);
    if (looksBlank(context, size)) return file;
    const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY); });
    return blob && blob.size > 1000 && blob.size < file.size ? blob : file;
  } catch {
    return file;
  } finally {
    full?.close();
  }
}

/** Whether a drawn canvas is all of one colour, as when the phone had no memory for it. */
function looksBlank(context, { width, height }) {
  const seen = new Set();
  for (let row = 1; row < 8; row++) {
    for (let column = 1; column < 8; column++) {
      const x = Math.floor((width * column) / 8);
      const y = Math.floor((height * row) / 8);
      seen.add(context.getImageData(x, y, 1, 1).data.join());
    }
  }
  return seen.size < 3;
}
