import type { Box, Point, View } from "./geometry";
import { between, fit, kept, panned, toHall, zoomAt } from "./geometry";
import { seatAt } from "./grid";
import type { Area } from "./hall";
import { paint } from "./paint";
import type { MapContent } from "./paint";
import { Sprites } from "./sprites";

// A seat can be tapped if adjacent seats are at least this far apart, in pixels (WCAG 2.5.8).
const CHOOSE_FROM = 24;
const COMFORTABLE = 34;
const NEAREST = 64;
const TAP_REACH = 8; // A pointer that moved less than this has not dragged, in pixels.
const KEY_STEP = 80;
const ZOOM_STEP = 1.6;
const MOVE_MS = 220;

interface Handlers {
  onSeat: (seat: number) => void;
  onArea: (area: Area) => void;
  onPoint: (seat: number) => void;
  /** Reports whether seats are large enough to be selected by a tap. */
  onNear: (near: boolean) => void;
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The canvas with the seats: pan, zoom and taps. A frame is drawn only after a change. */
export class MapView {
  private readonly sprites = new Sprites();
  private readonly pointers = new Map<number, Point>();
  private readonly watch: ResizeObserver;
  private readonly stop = new AbortController();
  private size = { width: 1, height: 1, ratio: 1 };
  private view: View = { x: 0, y: 0, scale: 1 };
  private frame = 0;
  private moved = 0;
  private target: Box | null = null;
  private near: boolean | null = null;
  /** Number of the current animation. A newer one ends the older one. */
  private way = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private content: MapContent,
    private readonly on: Handlers,
  ) {
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(canvas);
    const listen = { signal: this.stop.signal };
    canvas.addEventListener("pointerdown", (event) => this.down(event), listen);
    canvas.addEventListener("pointermove", (event) => this.move(event), listen);
    canvas.addEventListener("pointerup", (event) => this.up(event), listen);
    canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId), listen);
    canvas.addEventListener("pointerleave", () => this.on.onPoint(-1), listen);
    canvas.addEventListener("wheel", (event) => this.wheel(event), { ...listen, passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event), listen);
  }

  close(): void {
    this.stop.abort();
    this.watch.disconnect();
    cancelAnimationFrame(this.frame);
    this.way++;
  }

  update(content: MapContent): void {
    this.content = content;
    this.draw();
  }

  /**
   * Shows a part of the hall: immediately before the first frame, otherwise with a short animation.
   */
  goTo(box: Box): void {
    if (this.size.width <= 1) this.target = box;
    else this.travel(this.viewOf(box));
  }

  zoom(nearer: boolean): void {
    const middle = { x: this.size.width / 2, y: this.size.height / 2 };
    const scale = this.bounded(this.view.scale * (nearer ? ZOOM_STEP : 1 / ZOOM_STEP));
    this.travel(zoomAt(this.view, middle, scale));
  }

  get farthest(): boolean {
    return this.view.scale <= this.least() * 1.01;
  }

  private get pitch(): number {
    return this.content.open.hall.pitch;
  }

  private least(): number {
    return fit(this.content.open.layout.box, this.size).scale;
  }

  private bounded(scale: number): number {
    return Math.min(NEAREST / this.pitch, Math.max(this.least(), scale));
  }

  private viewOf(box: Box): View {
    return fit(box, this.size, COMFORTABLE / this.pitch);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const before = { ...this.size };
    this.size = { width, height, ratio: window.devicePixelRatio || 1 };
    this.canvas.width = Math.round(width * this.size.ratio);
    this.canvas.height = Math.round(height * this.size.ratio);
    if (this.target) this.show(this.viewOf(this.target));
    else this.show(panned(this.view, (width - before.width) / 2, (height - before.height) / 2));
    this.target = null;
  }

  private show(view: View): void {
    this.view = kept(view, this.content.open.layout.box, this.size);
    const near = this.pitch * this.view.scale >= CHOOSE_FROM - 0.01;
    if (near !== this.near) this.on.onNear((this.near = near));
    this.draw();
  }

  private draw(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const pen = this.canvas.getContext("2d", { alpha: false });
      if (pen && this.size.width > 1) paint(pen, this.content, this.view, this.size, this.sprites);
    });
  }

  private travel(to: View): void {
    const way = ++this.way;
    if (calm()) return this.show(to);
    const [from, began] = [this.view, performance.now()];
    const step = () => {
      if (way !== this.way) return;
      const part = Math.min(1, (performance.now() - began) / MOVE_MS);
      this.show(between(from, to, this.size, 1 - (1 - part) ** 3));
      if (part < 1) requestAnimationFrame(step);
    };
    step();
  }

  private at(event: MouseEvent): Point {
    return { x: event.offsetX, y: event.offsetY };
  }

  private down(event: PointerEvent): void {
    this.way++;
    this.canvas.setPointerCapture(event.pointerId);
    if (this.pointers.size === 0) this.moved = 0;
    this.pointers.set(event.pointerId, this.at(event));
    if (this.pointers.size > 1) this.moved = Infinity;
  }

  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    const now = this.at(event);
    if (!before) return this.on.onPoint(this.seatUnder(now));
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    if (other) return this.pinch(before, now, other);
    this.moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.moved >= TAP_REACH) this.show(panned(this.view, now.x - before.x, now.y - before.y));
  }

  private pinch(before: Point, now: Point, other: Point): void {
    const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    const moved = panned(this.view, (now.x - before.x) / 2, (now.y - before.y) / 2);
    this.show(zoomAt(moved, middle, this.bounded((this.view.scale * apart(now)) / apart(before))));
  }

  private up(event: PointerEvent): void {
    const tapped = this.pointers.has(event.pointerId) && this.moved < TAP_REACH;
    this.pointers.delete(event.pointerId);
    if (tapped) this.tap(this.at(event));
  }

  private seatUnder(pixel: Point): number {
    const { hall, layout } = this.content.open;
    const reach = Math.max(this.pitch * 0.7, CHOOSE_FROM / 2 / this.view.scale);
    return seatAt(hall, layout.grid, toHall(this.view, pixel.x, pixel.y), reach);
  }

  private areaUnder(pixel: Point): Area | undefined {
    const { x, y } = toHall(this.view, pixel.x, pixel.y);
    return this.content.open.layout.shapes.find(
      ({ area, box }) => area && x > box.left && x < box.right && y > box.top && y < box.bottom,
    )?.area;
  }

  // A tap on a seat that is too small zooms in first.
  private tap(pixel: Point): void {
    const near = this.pitch * this.view.scale >= CHOOSE_FROM - 0.01;
    const seat = this.seatUnder(pixel);
    if (near && seat >= 0) return this.on.onSeat(seat);
    const area = this.areaUnder(pixel);
    if (area) return this.on.onArea(area);
    if (!near) this.travel(zoomAt(this.view, pixel, this.bounded(COMFORTABLE / this.pitch)));
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.way++;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const factor = Math.exp(-event.deltaY * lines * 0.002);
    this.show(zoomAt(this.view, this.at(event), this.bounded(this.view.scale * factor)));
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [KEY_STEP, 0],
      ArrowRight: [-KEY_STEP, 0],
      ArrowUp: [0, KEY_STEP],
      ArrowDown: [0, -KEY_STEP],
    };
    const step = steps[event.key];
    if (step) this.travel(panned(this.view, ...step));
    else if (event.key === "+" || event.key === "=") this.zoom(true);
    else if (event.key === "-") this.zoom(false);
    else return;
    event.preventDefault();
  }
}
