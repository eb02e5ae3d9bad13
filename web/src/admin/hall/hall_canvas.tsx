import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { words } from "../../words/admin_hall";
import type { Place, View } from "./hall_plan";
import { LETTERS, boxOf, fitted, placeAt, zoomed } from "./hall_plan";
import type { SeatState } from "./state_bar";
import { STATES, stateWord } from "./state_bar";

const SEAT_CM = 38;
const REACH_PX = 12;
const ZOOM_STEP = 1.4;
/** A pointer that moves less than this counts as a click. */
const CLICK_PX = 5;

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

interface CanvasProps {
  places: Place[];
  states: string[];
  /** Selected names: seats and "section:ID". */
  chosen: Set<string>;
  onChoose: (id: string) => void;
}

function draw(
  canvas: HTMLCanvasElement,
  view: View,
  { places, states, chosen }: CanvasProps,
): void {
  const ctx = canvas.getContext("2d");
  if (!ctx) return;
  const ratio = devicePixelRatio;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
  const size = Math.max(2, SEAT_CM * view.scale);
  const corner = (place: Place) =>
    [place.x * view.scale + view.x - size / 2, place.y * view.scale + view.y - size / 2] as const;
  const byState = new Map<SeatState, Path2D>(STATES.map((state) => [state, new Path2D()]));
  const rings = new Path2D();
  places.forEach((place, index) => {
    const [left, top] = corner(place);
    byState.get(LETTERS[states[index] ?? "f"] ?? "free")?.rect(left, top, size, size);
    if (chosen.has(place.id) || chosen.has(`section:${place.section}`))
      rings.rect(left - 1, top - 1, size + 2, size + 2);
  });
  for (const [state, path] of byState) {
    ctx.fillStyle = token(`--state-${state}`);
    ctx.fill(path);
  }
  ctx.strokeStyle = token("--ink");
  ctx.lineWidth = 2;
  ctx.stroke(rings);
}

/**
 * The hall seen from above, with the states of its seats. Drag to move; wheel or buttons to zoom.
 */
export function HallCanvas(props: CanvasProps) {
  const { places, states, chosen, onChoose } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<View | null>(null);
  const [hovered, setHovered] = useState(-1);
  const pressed = useRef<{ x: number; y: number; view: View } | null>(null);
  const box = useMemo(() => boxOf(places), [places]);

  const fit = () => {
    const board = canvas.current;
    if (!board) return;
    board.width = board.clientWidth * devicePixelRatio;
    board.height = board.clientHeight * devicePixelRatio;
    setView(fitted(box, board.clientWidth, board.clientHeight));
  };
  useEffect(() => {
    const watch = new ResizeObserver(fit);
    if (canvas.current) watch.observe(canvas.current);
    return () => watch.disconnect();
  }, [box]);
  useEffect(() => {
    if (canvas.current && view) draw(canvas.current, view, props);
  }, [view, states, chosen]);
  useEffect(() => {
    const board = canvas.current;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const factor = event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP;
      setView((now) => now && zoomed(now, factor, event.offsetX, event.offsetY));
    };
    board?.addEventListener("wheel", wheel, { passive: false });
    return () => board?.removeEventListener("wheel", wheel);
  }, []);

  const find = (event: PointerEvent) =>
    view
      ? placeAt(
          places,
          view,
          event.offsetX,
          event.offsetY,
          Math.max(REACH_PX, (SEAT_CM * view.scale) / 2),
        )
      : -1;
  const down = (event: PointerEvent) => {
    if (view) pressed.current = { x: event.offsetX, y: event.offsetY, view };
  };
  const move = (event: PointerEvent) => {
    const from = pressed.current;
    if (!from) return setHovered(find(event));
    setView({
      ...from.view,
      x: from.view.x + event.offsetX - from.x,
      y: from.view.y + event.offsetY - from.y,
    });
  };
  const up = (event: PointerEvent) => {
    const from = pressed.current;
    pressed.current = null;
    if (!from || Math.hypot(event.offsetX - from.x, event.offsetY - from.y) > CLICK_PX) return;
    const place = places[find(event)];
    if (place) onChoose(place.id);
  };
  const zoom = (factor: number) => {
    const board = canvas.current;
    if (board)
      setView((now) => now && zoomed(now, factor, board.clientWidth / 2, board.clientHeight / 2));
  };
  const over = places[hovered];
  return (
    <div class="hall-map">
      <canvas
        ref={canvas}
        aria-hidden="true"
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerLeave={() => {
          pressed.current = null;
          setHovered(-1);
        }}
      />
      <div class="row map-tools">
        <button
          type="button"
          class="quiet"
          onClick={() => zoom(ZOOM_STEP)}
          aria-label={words.zoomIn}
        >
          +
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => zoom(1 / ZOOM_STEP)}
          aria-label={words.zoomOut}
        >
          −
        </button>
        <button type="button" class="quiet" onClick={fit}>
          {words.whole}
        </button>
        <span class="soft small">
          {over
            ? `${over.id} · ${stateWord(LETTERS[states[hovered] ?? "f"] ?? "free")}`
            : words.hint}
        </span>
      </div>
    </div>
  );
}
