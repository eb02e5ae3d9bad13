import { useEffect, useRef, useState } from "preact/hooks";

import { fill } from "../../core/words";
import { words } from "../../words/seats";
import type { Open } from "../seat_selection";
import type { Box } from "./geometry";
import type { Area } from "./hall";
import { seatLabel } from "./labels";
import type { Prices } from "./labels";
import { MapView } from "./map_view";
import type { MapContent } from "./paint";
import { readPalette } from "./palette";

interface SeatCanvasProps {
  open: Open;
  prices: Prices | undefined;
  chosen: number[];
  picture: HTMLImageElement | null;
  /** The part of the hall to show. A new object moves the view again. */
  target: { box: Box; name: string };
  onSeat: (seat: number) => void;
  onArea: (area: Area) => void;
  onOverview: (() => void) | null;
}

/** The colours of the design, updated when light or dark mode changes. */
function usePalette() {
  const [palette, setPalette] = useState(readPalette);
  useEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const change = () => setPalette(readPalette());
    dark.addEventListener("change", change);
    return () => dark.removeEventListener("change", change);
  }, []);
  return palette;
}

export function SeatCanvas(props: SeatCanvasProps) {
  const { open, prices, chosen, picture, target, onOverview } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const map = useRef<MapView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [pointed, setPointed] = useState(-1);
  const [near, setNear] = useState(false);
  const palette = usePalette();
  const content: MapContent = { open, mine: new Set(chosen), pointed, picture, stageName: words.stage, palette };

  useEffect(() => {
    if (!canvas.current) return undefined;
    const own = new MapView(canvas.current, content, {
      onSeat: (seat) => latest.current.onSeat(seat),
      onArea: (area) => latest.current.onArea(area),
      onPoint: setPointed,
      onNear: setNear,
    });
    map.current = own;
    return () => own.close();
  }, [open]);
  useEffect(() => map.current?.goTo(target.box), [target, open]);
  useEffect(() => map.current?.update(content));

  const told = (seat: number) => ({ state: open.seats.state[seat]!, mine: chosen.includes(seat) });
  const farther = () => (map.current?.farthest && onOverview ? onOverview() : map.current?.zoom(false));
  const hint = near ? words.tapToChoose : words.tapToZoom;
  return (
    <div class="seat-canvas">
      <canvas ref={canvas} tabIndex={0} role="application" aria-label={fill(words.canvas, { section: target.name })} />
      <div class="zoom">
        <button type="button" class="quiet" aria-label={words.zoomIn} onClick={() => map.current?.zoom(true)}>+</button>
        <button type="button" class="quiet" aria-label={words.zoomOut} onClick={farther}>−</button>
      </div>
      {onOverview && <button type="button" class="quiet to-overview" onClick={onOverview}>{words.allSections}</button>}
      <p class="hint small" aria-hidden="true">{pointed >= 0 ? seatLabel(open.hall, pointed, prices, told(pointed)) : hint}</p>
    </div>
  );
}
