"""The stacking game Lingo: its boards, moves and games."""
