import { words } from "../../words/seats";
import type { Hall } from "./hall";
import { gradeName, priceText } from "./labels";
import type { Prices } from "./labels";
import { colourOf, shapeOf } from "./seat_shape";

/** The mark of a grade: its shape in its colour. */
export function GradeMark({ grade }: { grade: number }) {
  const corners = shapeOf(grade);
  return (
    <svg class={`mark grade-${colourOf(grade)}`} viewBox="-1.35 -1.35 2.7 2.7" aria-hidden="true">
      {corners ? <polygon points={corners.map(({ x, y }) => `${x},${y}`).join(" ")} /> : <circle r="1" />}
    </svg>
  );
}

const Mark = ({ path, kind }: { path: string; kind: string }) => (
  <svg class={`mark ${kind}`} viewBox="-1.35 -1.35 2.7 2.7" aria-hidden="true"><path d={path} /></svg>
);

const RING = "M.9 0A.9.9 0 1 1 -.9 0A.9.9 0 1 1 .9 0Z";

/** The meaning of colours, shapes and marks. */
export function Legend({ hall, prices }: { hall: Hall; prices: Prices | undefined }) {
  return (
    <ul class="legend" aria-label={words.legend}>
      {hall.grades.map((grade, at) => (
        <li key={grade.id}>
          <GradeMark grade={at} /> {gradeName(grade.name)} <strong>{priceText(prices, grade.id)}</strong>
        </li>
      ))}
      <li><Mark kind="own" path={`${RING}M-.45 0L-.1 .4L.5 -.35`} /> {words.stateMine}</li>
      <li><Mark kind="out" path={`${RING}M.2 0A.2.2 0 1 1 -.2 0A.2.2 0 1 1 .2 0Z`} /> {words.stateHeld}</li>
      <li><Mark kind="out" path="M-.5 -.5L.5 .5M-.5 .5L.5 -.5" /> {words.stateSold}</li>
      <li><Mark kind="out" path="M-.5 0L.5 0" /> {words.stateBlocked}</li>
      <li><Mark kind="warn" path="M0 -.8L.9 .7L-.9 .7Z" /> {words.restricted}</li>
    </ul>
  );
}
