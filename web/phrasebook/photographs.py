"""What `vision` says: pictures and corners it cannot use, boards it does not find, copies, lessons, notes."""

from web.phrasebook.marks import N_

SENTENCES = (
    # a picture
    N_("The file is empty: send the photo again."),
    N_("The file has %(n)s MB; at most %(most)s MB are read. Send a smaller picture."),
    N_("This is not a picture that Glade can read: send a JPEG, PNG, WebP or HEIC photo."),
    N_("This HEIC or AVIF photo is damaged, or newer than Glade: save it as JPEG and send that."),
    N_("The picture is damaged or incomplete: save it as JPEG and send that."),
    N_("The picture is damaged or incomplete: send it again."),
    N_("The picture has %(n)s megapixels; at most %(most)s are read as JPEG and %(rest)s in other formats. Send a "
       "smaller picture."),
    N_("The picture has only %(width)s x %(height)s pixels: send the photo itself."),
    N_("The picture has several frames; only the first one was read."),
    # what became of the process that read it
    N_("Reading this photo took too long and was stopped. Take it again, or enter it by hand."),
    N_("This file could not be opened as a picture. Save it as JPEG, or take the photo again."),
    N_("This picture needs more memory than there is. Send a smaller one, as JPEG."),
    N_("Reading this photo failed inside Glade. Take it again, or enter the board by hand."),
    N_("Too many photos at once. Try again in a moment."),
    # the board in it
    N_("This copy has no board picture to look for: give the corners of the board, or lay markers around it."),
    N_("We could not find the board of this copy in the photo. Take it again from above with the whole board in view, "
       "or mark the board's corners."),
    N_("Part of the board is outside the picture. Take the photo again with the whole board in view."),
    N_("Two boards of this kind are in the photo; the larger one was read."),
    N_("Between these corners the photo does not show the board of this copy: check the corners and every space."),
    N_("The photo has no colour: take it again in colour, or check every space."),
    N_("Much of this does not look like what was taught: check the corners and every space."),
    # corners
    N_("The corners do not outline a board: mark its four corners again."),
    N_("Four corners are needed, each as x,y."),
    N_("Two of the corners lie on top of each other: mark four corners."),
    N_("Three of the corners lie on one line: mark the board's own corners."),
    N_("The corners run anticlockwise: give top left, top right, bottom right, bottom left."),
    N_("The sides between the corners cross: give the corners clockwise from the top left."),
    # lessons
    N_("space %(space)s of %(garden)s lies outside the picture: take it again with the whole board in view, or leave "
       "the space out"),
    N_("Pieces that stand cannot be told without a photo of the empty board: every space will be for checking."),
    N_("No empty space was taught: without a photo of the empty board, name some empty spaces as null in the samples; "
       "until then every empty space is for checking."),
    N_("%(photo)s has no colour: take it again in colour."),
    N_("%(photo)s looks blurred: a sharper photo teaches better."),
    N_("space %(space)s of %(garden)s is taught as %(taught)s but looks like %(seen)s."),
)  # fmt: skip

REWORDED = {
    "The file cannot be read: %(reason)s.": N_("The file cannot be read."),
    # copies
    'a copy cannot be called "%(name)s": use small letters, digits, hyphens (at most 40)':
        N_("Use small letters, digits and hyphens, at most 40."),
    'there is no learned copy "%(name)s"%(hint)s': N_('Glade does not know the copy "%(name)s" here. Choose another '
                                                     "one, or teach it."),
    'there is no learned copy "%(name)s": teach one first (glade teach COPY/teach.json)':
        N_('Glade does not know the copy "%(name)s" here. Choose another one, or teach it.'),
    'there is no learned copy "%(name)s"': N_('Glade does not know the copy "%(name)s" here. Choose another one, or '
                                              "teach it."),
    'the copy "%(name)s" was learned by another version: teach it again':
        N_('The copy "%(name)s" was learned by an older Glade. Teach it again.'),
    'the learned copy "%(name)s" cannot be read: teach it again':
        N_('What Glade knew of the copy "%(name)s" is damaged. Teach it again.'),
    'the copy "%(name)s" cannot be removed: %(reason)s': N_('The copy "%(name)s" cannot be removed just now.'),
    "the store %(name)s cannot be written: %(reason)s":
        N_("Glade cannot save anything here: its folder is full or locked."),
    "This copy was taught no pieces: teach it with photographs of sample pieces.":
        N_("This copy was taught without samples. Add photos of a few pieces, then let Glade learn it again."),
    # lessons
    "board.anchors: tap spaces in different rows and in different columns":
        N_("Tap spaces in different rows and in different columns."),
    "board.anchors run against board.corners: the corners go clockwise from the top left":
        N_("The tapped spaces do not fit the corners. Begin with the top left corner, then go clockwise."),
    "board.anchors.%(garden)s.%(space)s is not where the other taps put that space: tap it again":
        N_("Space %(space)s (%(garden)s) is not where the other taps put it. Tap it again."),
    "needs the centres of at least %(n)s spaces, far apart":
        N_("Tap the middle of at least %(n)s spaces, far apart."),
    "names neither a board photo nor samples":
        N_("There is nothing to learn from yet: add a photo of the empty board, or samples."),
    "a %(piece)s tile needs its rotation": N_("Turn the tile as it lies (%(piece)s): its rotation is missing."),
    'a %(thing)s cannot be called "%(name)s": no brackets, please':
        N_('"%(name)s" cannot be a name: no brackets, please.'),
    "is a layout of %(game)s, not of %(asked)s": N_("This layout belongs to another game."),
    'there is no file "%(name)s" beside teach.json': N_('The photo "%(name)s" is missing.'),
    "expected a point: [x, y]": N_("A point has two numbers."),
    'expected either "plant" or "piece"': N_("It is not said what lies here."),
}  # fmt: skip
"""Sentences for people at a keyboard, and what the phone says instead."""
