"""Draws build/bench.svg: the distance of each figure from its bar."""

from figures import BY_ID

ROW_HEIGHT = 30
LABEL_WIDTH = 150
BAR_AT = 300  # Pixels from the label to the line that marks a score of 1.0.
RIGHT_EDGE = 760
GOOD, BAD = "#2f7d4f", "#b3402e"


def margin(row):
    """Score of a row: 1.0 is exactly at the bar, and higher is better for both kinds of bar."""
    if not row["ratio"]:
        return 0
    figure = BY_ID[row["id"]]
    return figure.bar / row["ratio"] if figure.at_most else row["ratio"] / figure.bar


def svg(rows):
    height = ROW_HEIGHT * len(rows) + 50
    bar_x = LABEL_WIDTH + BAR_AT
    bars = "\n".join(bar(row, 40 + ROW_HEIGHT * i) for i, row in enumerate(rows))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="800" height="{height}"
  font-family="sans-serif" font-size="13">
<rect width="800" height="{height}" fill="white"/>
<text x="{bar_x}" y="18" text-anchor="middle">bar (right of it is better)</text>
{bars}
<line x1="{bar_x}" y1="25" x2="{bar_x}" y2="{height - 10}" stroke="black" stroke-dasharray="4 3"/>
</svg>
"""


def bar(row, y):
    length = min(margin(row) * BAR_AT, RIGHT_EDGE - LABEL_WIDTH)
    note = "failed" if row["ratio"] is None else f"{row['ratio']:.3f}, bar {row['bar']:g}"
    return (f'<text x="{LABEL_WIDTH - 8}" y="{y + 14}" text-anchor="end">{row["id"]}</text>'
            f'<rect x="{LABEL_WIDTH}" y="{y}" width="{length:.0f}" height="20" '
            f'fill="{GOOD if row["holds"] else BAD}"/>'
            f'<text x="{LABEL_WIDTH + 6}" y="{y + 14}" fill="white" '
            f'stroke="black" stroke-width="0.3">{note}</text>')
