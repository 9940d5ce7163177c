"""A round told fact by fact: what was seen, shown and decided, why, and by which clause."""
