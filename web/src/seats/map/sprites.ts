import type { Palette } from "./palette";
import { ACCESSIBLE, COMPANION, RESTRICTED } from "./hall";
import { BLOCKED, FREE, HELD } from "./seat_states";
import { traceShape } from "./seat_shape";

export const MINE = 4;

type Pen = CanvasRenderingContext2D;

function line(pen: Pen, points: [number, number][]): void {
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
}

function drawFree(pen: Pen, radius: number, grade: number, palette: Palette): void {
  pen.beginPath();
  traceShape(pen, grade, radius);
  pen.fillStyle = palette.grades[grade % palette.grades.length]!;
  pen.fill();
}

function drawMine(pen: Pen, radius: number, palette: Palette): void {
  pen.beginPath();
  pen.arc(0, 0, radius * 1.12, 0, 2 * Math.PI);
  pen.fillStyle = palette.mine;
  pen.fill();
  pen.strokeStyle = palette.ground;
  pen.lineWidth = radius * 0.28;
  line(pen, [[-0.5 * radius, 0.02 * radius], [-0.12 * radius, 0.42 * radius], [0.52 * radius, -0.4 * radius]]);
}

// Held: a ring with a dot. Sold: a cross. Not on sale: a dash. All are recognizable without colour.
function drawTaken(pen: Pen, radius: number, state: number, palette: Palette): void {
  pen.strokeStyle = palette.taken;
  pen.fillStyle = palette.taken;
  pen.lineWidth = Math.max(1, radius * 0.16);
  const arm = radius * 0.45;
  if (state === HELD) {
    pen.beginPath();
    pen.arc(0, 0, radius * 0.85, 0, 2 * Math.PI);
    pen.stroke();
    pen.beginPath();
    pen.arc(0, 0, radius * 0.28, 0, 2 * Math.PI);
    pen.fill();
  } else if (state === BLOCKED) line(pen, [[-arm, 0], [arm, 0]]);
  else {
    line(pen, [[-arm, -arm], [arm, arm]]);
    line(pen, [[-arm, arm], [arm, -arm]]);
  }
}

function drawWheelchair(pen: Pen, radius: number): void {
  pen.lineWidth = radius * 0.17;
  pen.beginPath();
  pen.arc(-0.1 * radius, -0.58 * radius, 0.14 * radius, 0, 2 * Math.PI);
  pen.fill();
  line(pen, [[-0.1, -0.38], [-0.1, 0.08], [0.32, 0.08], [0.48, 0.5]].map(([x, y]) => [x! * radius, y! * radius]));
  pen.beginPath();
  pen.arc(-0.08 * radius, 0.26 * radius, 0.36 * radius, 0.15 * Math.PI, 1.35 * Math.PI);
  pen.stroke();
}

function drawMarks(pen: Pen, radius: number, flags: number, palette: Palette): void {
  pen.strokeStyle = palette.onGrade;
  pen.fillStyle = palette.onGrade;
  if (flags & ACCESSIBLE) drawWheelchair(pen, radius);
  if (flags & COMPANION) {
    pen.lineWidth = radius * 0.2;
    line(pen, [[-0.42 * radius, 0], [0.42 * radius, 0]]);
    line(pen, [[0, -0.42 * radius], [0, 0.42 * radius]]);
  }
  if (!(flags & RESTRICTED)) return;
  pen.beginPath();
  for (const [x, y] of [[0.75, -1.25], [1.3, -0.3], [0.2, -0.3]]) pen.lineTo(x! * radius, y! * radius);
  pen.closePath();
  pen.fillStyle = palette.warn;
  pen.strokeStyle = palette.ground;
  pen.lineWidth = radius * 0.14;
  pen.stroke();
  pen.fill();
}

/** Pre-rendered images of seats, each drawn once per size and then only copied. */
export class Sprites {
  private readonly pictures = new Map<number, HTMLCanvasElement>();
  private radius = 0;
  private palette: Palette | null = null;

  /** Prepares images for seats of this radius, in device pixels. */
  use(radius: number, palette: Palette): void {
    if (radius === this.radius && palette === this.palette) return;
    this.pictures.clear();
    this.radius = radius;
    this.palette = palette;
  }

  get(state: number, grade: number, flags: number): HTMLCanvasElement {
    const key = (grade * 8 + state) * 16 + flags;
    let picture = this.pictures.get(key);
    if (!picture) {
      picture = this.draw(state, grade, flags);
      this.pictures.set(key, picture);
    }
    return picture;
  }

  private draw(state: number, grade: number, flags: number): HTMLCanvasElement {
    const picture = document.createElement("canvas");
    const side = Math.ceil(this.radius * 3);
    picture.width = side;
    picture.height = side;
    const pen = picture.getContext("2d");
    if (!pen || !this.palette) return picture;
    pen.translate(side / 2, side / 2);
    pen.lineCap = "round";
    pen.lineJoin = "round";
    if (state === MINE) drawMine(pen, this.radius, this.palette);
    else if (state === FREE) {
      drawFree(pen, this.radius, grade, this.palette);
      if (this.radius >= 6) drawMarks(pen, this.radius, flags, this.palette);
    } else drawTaken(pen, this.radius, state, this.palette);
    return picture;
  }
}
