"""What `assistant` says during play: what is due, what a move would spoil, advice, and what it refuses."""

from web.phrasebook.marks import N_

SENTENCES = (
    # Evenglow
    N_("%(kinds)s in a triangle on %(spaces)s in %(garden)s: lay a Harvest token and take %(potion)s."),
    N_("%(kinds)s in a straight line on %(spaces)s in %(garden)s: lay a Harvest token and take %(potion)s."),
    N_("%(kinds)s together on %(spaces)s in %(garden)s: lay a Harvest token and take %(potion)s."),
    N_("Locked: the tile on %(spaces)s in %(garden)s lies under a Harvest token."),
    N_("Locked: the tiles on %(spaces)s in %(garden)s lie under a Harvest token."),
    N_("This forfeits a harvested set: %(kind)s on %(extra)s makes the set on %(spaces)s in %(garden)s larger than "
       "%(n)s. The potion stays."),
    N_("%(kind)s have run out: the game ends once this turn is completed. Whoever should plant one and finds none may "
       "plant any tile instead; tiles are taken in turn order."),
    N_("%(n)s %(kind)s left: if they run out, the game ends once that turn is completed."),
    N_("There is no unused card of %(potion)s."),
    N_("The Draft board is passed on during the game only."),
    N_("The game is over: potions are counted now, not used."),
    N_("Only one potion a turn, and this player has used %(potion)s this turn already."),
    N_("Where to plant %(kinds)s?"),
    N_("Chaos Elixir: one of %(own)s and one of %(theirs)s?"),
    N_("Essence of Undew: which two tiles to swap?"),
    N_("Tincture of Transmutation: which tile to replace?"),
    N_("Plant on %(space)s: %(one)s in %(garden)s, %(two)s in %(other)s"),
    N_("Swap %(one)s on %(space)s in %(garden)s with %(two)s on %(place)s in %(other)s"),
    N_("Replace %(old)s on %(space)s in %(garden)s by %(new)s"),
    N_("more than without the potion"),
    N_("Every open number, both ways round and every rotation, by the points now."),
    N_("Every pair with one tile of each side, every open number, both ways round and every rotation."),
    N_("Every two tiles that are not locked, in every rotation, by the points now."),
    N_("Every tile that is not locked, replaced by every plant in every rotation, by the points now."),
    N_("Advice is given on boards of up to %(most)s spaces; this has %(n)s."),
    # Evergreen
    N_("Plant Sprouts on %(spaces)s"),
    N_("Plant a Sprout on %(space)s"),
    N_("%(piece)s on %(space)s grows into a %(new)s"),
    N_("%(piece)s on %(space)s becomes a %(new)s"),
    N_("%(piece)s on %(space)s"),
    N_("%(what)s: where?"),
    N_("over all remaining Suns"),
    N_("at the end of this season"),
    N_("Every way to do this on the planet. Nothing that is planted or grown later is foreseen."),
    N_("Every way to do this on the planet. Nothing that is planted or grown later is foreseen. Fertility counts as "
       "the zone stands now."),
    N_("A round ends during the game only."),
    N_("A season is booked after its last round."),
    N_("Each module replaces a power of its own."),
    N_("Type the points of season %(n)s of %(name)s first: they are not noted."),
)  # fmt: skip

REWORDED = {
    'the step "%(name)s" only sums up and cannot be corrected':
        N_("This step only sums up. Correct one of the steps before it."),
}  # fmt: skip

WORDS = (
    N_("Card"), N_("Growth"), N_("Plant Sprout"), N_("Grow Small Tree"), N_("Grow Big Tree"), N_("Plant Bush"),
    N_("Place Lake"), N_("Bud"), N_("Small Pine Growth"), N_("Plant Cactus"), N_("Super Growth"), N_("Plant Mushroom"),
)  # fmt: skip
"""The actions and powers."""
