"""Names that cannot be guessed, and codes that can be typed."""

import secrets
import uuid

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No 0, O, 1, I, L: they are mistaken for each other when a code is read aloud or by candle light."""

CODE_LENGTH = 6
"""31^6 = 887 million codes: with guesses limited to 60 an hour per address, one in many thousand years at one game."""

NAME_LENGTH = 40


def new_id() -> str:
    """An id for a row, equal nowhere else."""
    return uuid.uuid4().hex


def new_token() -> str:
    """The secret part of a link: 128 random bits."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    """A short code to type."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def clean_code(typed: str) -> str:
    """A code as people type it (small letters, spaces, hyphens) in the form that is stored; "" if it cannot be one."""
    code = "".join(c for c in typed.upper() if c.isalnum())
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else ""
