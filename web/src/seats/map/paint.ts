import type { Box, Point, Size, View } from "./geometry";
import { grown, toHall } from "./geometry";
import { seatsWithin } from "./grid";
import { RESTRICTED } from "./hall";
import type { Hall, Row } from "./hall";
import type { Open } from "../seat_selection";
import { nameFor } from "./layout";
import type { Shape } from "./layout";
import { mix } from "./palette";
import type { Palette } from "./palette";
import { pictureBox } from "./picture";
import { FREE, freeIn } from "./seat_states";
import { MINE } from "./sprites";
import type { Sprites } from "./sprites";

export interface MapContent {
  open: Open;
  mine: Set<number>;
  /** The seat under the pointer, or -1. */
  pointed: number;
  /** The background picture, if any. */
  picture: HTMLImageElement | null;
  stageName: string;
  palette: Palette;
}

// Thresholds of the distance of two seats, in pixels. Below the first, sections are shapes; below
// the second, seats are dots; from the third on, seats have numbers.
const SEATS_FROM = 2.6;
const PICTURES_FROM = 9;
const NUMBERS_FROM = 20;
const NAME_PX = 13;
const LETTER = 7.5;
const EDGE = 11;
const PICTURE_OPACITY = 0.4; // Faint enough not to distract from the seats.
const SEAT_PART = 0.41; // Radius of a seat relative to that distance.

interface Brush {
  pen: CanvasRenderingContext2D;
  content: MapContent;
  view: View;
  ratio: number;
  pitch: number;
}

const sx = (view: View, x: number) => (x - view.x) * view.scale;
const sy = (view: View, y: number) => (y - view.y) * view.scale;

function visible(view: View, size: Size): Box {
  const corner = toHall(view, size.width, size.height);
  return { left: view.x, top: view.y, right: corner.x, bottom: corner.y };
}

const touches = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

function write(brush: Brush, text: string, x: number, y: number, px: number, colour: string): void {
  const { pen, content } = brush;
  pen.font = `600 ${px}px ${content.palette.font}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 4;
  pen.strokeStyle = content.palette.card;
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

function paintPicture({ pen, content, view }: Brush): void {
  const { picture, open } = content;
  if (!picture) return;
  const box = pictureBox(open.layout.box, picture.naturalWidth, picture.naturalHeight);
  const [width, height] = [(box.right - box.left) * view.scale, (box.bottom - box.top) * view.scale];
  pen.globalAlpha = PICTURE_OPACITY;
  pen.drawImage(picture, sx(view, box.left), sy(view, box.top), width, height);
  pen.globalAlpha = 1;
}

function paintStage({ pen, content, view }: Brush): void {
  const { left, top, right, bottom } = content.open.layout.stage;
  const [x, y] = [sx(view, left), sy(view, top)];
  const [width, height] = [(right - left) * view.scale, (bottom - top) * view.scale];
  pen.fillStyle = content.palette.line;
  pen.beginPath();
  pen.roundRect(x, y, width, height, Math.min(12, height / 3));
  pen.fill();
  pen.font = `700 ${Math.min(22, Math.max(10, height * 0.4))}px ${content.palette.font}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = content.palette.ink;
  pen.fillText(content.stageName, x + width / 2, y + height / 2);
}

function traceOutline({ pen, view }: Brush, shape: Shape): void {
  pen.beginPath();
  for (const { x, y } of shape.points) pen.lineTo(sx(view, x), sy(view, y));
  pen.closePath();
}

function paintShape(brush: Brush, shape: Shape, filled: boolean): void {
  const { pen, content, view, pitch } = brush;
  const { open, palette } = content;
  const free = freeIn(open.seats, shape.first, shape.count);
  traceOutline(brush, shape);
  pen.lineJoin = "round";
  pen.lineWidth = shape.area ? 2 : Math.max(2, pitch * 1.3);
  const own = free > 0 ? palette.grades[shape.grade % palette.grades.length]! : palette.soft;
  const colour = filled ? mix(palette.card, own, 0.2 + (0.6 * free) / shape.count) : palette.ground;
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
  pen.fill();
  pen.stroke();
  const width = (shape.box.right - shape.box.left) * view.scale;
  const name = nameFor(shape.name, width, LETTER);
  const { x, y } = filled ? shape.middle : shape.front;
  if (name) write(brush, name, sx(view, x), sy(view, y), NAME_PX, filled ? palette.ink : palette.soft);
}

function paintDots({ pen, content, view, pitch }: Brush, within: Box): void {
  const { open, mine, palette } = content;
  const { hall, seats, layout } = open;
  const side = Math.max(2, pitch * 0.72);
  const colours = [...palette.grades, palette.line, palette.mine];
  const groups: number[][] = colours.map(() => []);
  const grades = palette.grades.length;
  seatsWithin(layout.grid, within, (seat) => {
    const state = seats.state[seat];
    const group = mine.has(seat) ? grades + 1 : state === FREE ? hall.grade[seat]! % grades : grades;
    groups[group]!.push(sx(view, hall.x[seat]!), sy(view, hall.y[seat]!));
  });
  groups.forEach((places, group) => {
    pen.fillStyle = colours[group]!;
    const own = group === grades ? side * 0.6 : group > grades ? side * 1.5 : side;
    for (let at = 0; at < places.length; at += 2)
      pen.fillRect(places[at]! - own / 2, places[at + 1]! - own / 2, own, own);
  });
}

function paintSeats(brush: Brush, sprites: Sprites, within: Box): void {
  const { pen, content, view, ratio, pitch } = brush;
  const { open, mine, palette } = content;
  const { hall, seats, layout } = open;
  sprites.use(Math.round(pitch * SEAT_PART * ratio * 4) / 4, palette);
  const numbered: number[] = [];
  seatsWithin(layout.grid, within, (seat) => {
    const state = mine.has(seat) ? MINE : seats.state[seat]!;
    const flags = state === FREE ? hall.flags[seat]! : 0;
    const picture = sprites.get(state, hall.grade[seat]!, flags);
    const [x, y] = [sx(view, hall.x[seat]!), sy(view, hall.y[seat]!)];
    const side = picture.width / ratio;
    // Aligned to device pixels, so that the picture stays sharp.
    const left = Math.round((x - side / 2) * ratio) / ratio;
    pen.drawImage(picture, left, Math.round((y - side / 2) * ratio) / ratio, side, side);
    if (state === FREE && (flags & ~RESTRICTED) === 0) numbered.push(seat);
  });
  if (pitch < NUMBERS_FROM) return;
  pen.font = `600 ${Math.min(16, pitch * 0.36)}px ${palette.font}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = palette.onGrade;
  for (const seat of numbered)
    pen.fillText(hall.labels[seat]!, sx(view, hall.x[seat]!), sy(view, hall.y[seat]!) + 0.5);
}

// The position one seat before the first one of a row.
function beforeRow(hall: Hall, { first, count }: Row): Point {
  const next = count > 1 ? first + 1 : first;
  const [dx, dy] = [hall.x[first]! - hall.x[next]!, hall.y[first]! - hall.y[next]!];
  const part = hall.pitch / (Math.hypot(dx, dy) || 1);
  return { x: hall.x[first]! + (dx || -1) * part, y: hall.y[first]! + dy * part };
}

// If the beginning of a row is off the screen, its name is shown at the edge.
function rowNameAt({ content, view }: Brush, row: Row): Point | null {
  const { hall } = content.open;
  const before = beforeRow(hall, row);
  const start = { x: sx(view, before.x), y: sy(view, before.y) };
  if (start.x >= EDGE) return start;
  for (let seat = row.first; seat < row.first + row.count; seat++) {
    const x = sx(view, hall.x[seat]!);
    if (x >= EDGE) return x < 4 * EDGE ? { x: EDGE, y: sy(view, hall.y[seat]!) } : null;
  }
  return null;
}

function paintRowNames(brush: Brush, within: Box): void {
  const { content, pitch } = brush;
  const { hall, layout } = content.open;
  const px = Math.min(15, pitch * 0.42);
  for (const shape of layout.shapes) {
    if (shape.area || !touches(shape.box, within)) continue;
    for (const row of hall.sections[shape.section]!.rows) {
      const at = rowNameAt(brush, row);
      if (at) write(brush, row.label, at.x, at.y, px, content.palette.ink);
    }
  }
}

function paintPointed({ pen, content, view, pitch }: Brush): void {
  const { pointed, open, palette } = content;
  if (pointed < 0) return;
  const { x, y } = { x: open.hall.x[pointed]!, y: open.hall.y[pointed]! };
  pen.beginPath();
  pen.arc(sx(view, x), sy(view, y), pitch * 0.55, 0, 2 * Math.PI);
  pen.strokeStyle = palette.ink;
  pen.lineWidth = 2;
  pen.stroke();
}

/** Draws one frame: the visible part, in the detail that the scale allows. */
export function paint(
  pen: CanvasRenderingContext2D,
  content: MapContent,
  view: View,
  size: Size & { ratio: number },
  sprites: Sprites,
): void {
  const { ratio } = size;
  const { hall, layout } = content.open;
  const pitch = hall.pitch * view.scale;
  const brush = { pen, content, view, ratio, pitch };
  const within = grown(visible(view, size), hall.pitch);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = content.palette.card;
  pen.fillRect(0, 0, size.width, size.height);
  paintPicture(brush);
  paintStage(brush);
  const seatsShown = pitch >= SEATS_FROM;
  for (const shape of layout.shapes)
    if (touches(shape.box, within)) paintShape(brush, shape, shape.area !== undefined || !seatsShown);
  if (!seatsShown) return;
  if (pitch < PICTURES_FROM) return paintDots(brush, within);
  paintSeats(brush, sprites, within);
  if (pitch >= NUMBERS_FROM) paintRowNames(brush, within);
  paintPointed(brush);
}
