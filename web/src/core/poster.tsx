import type { Design } from "./poster_design";
import { designOf, letterSize, linesOf } from "./poster_design";

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

function Motif({ motif, light, turn }: Design) {
  const at = `rotate(${turn} 150 150)`;
  if (motif === "rings")
    return (
      <g fill="none" stroke={light} stroke-width="9" transform={at}>
        {range(6).map((i) => (
          <circle key={i} cx={205 - i * 9} cy="120" r={22 + i * 30} opacity={1 - i * 0.15} />
        ))}
      </g>
    );
  if (motif === "rays")
    return (
      <g fill={light} transform={at}>
        {range(12).map((i) => (
          <path
            key={i}
            d="M150 150 L138 -260 L162 -260 Z"
            transform={`rotate(${i * 30} 150 150)`}
            opacity={0.25 + (i % 3) * 0.25}
          />
        ))}
        <circle cx="150" cy="150" r="46" />
      </g>
    );
  if (motif === "waves")
    return (
      <g fill="none" stroke={light} stroke-width="14" stroke-linecap="round">
        {range(7).map((i) => (
          <path
            key={i}
            d={`M-20 ${50 + i * 34} q 42 ${-52 + turn} 85 0 t 85 0 t 85 0 t 85 0`}
            opacity={1 - i * 0.12}
          />
        ))}
      </g>
    );
  return (
    <g fill={light}>
      {range(9).map((i) => {
        const height = 60 + ((i * 53 + turn * 7) % 190);
        const at = { x: 22 + i * 29, y: 250 - height, width: 18, height, rx: 9 };
        return <rect key={i} {...at} opacity={0.45 + (i % 4) * 0.18} />;
      })}
    </g>
  );
}

function MadePoster({ title, artist }: { title: string; artist: string }) {
  const design = designOf(title);
  const lines = linesOf(title);
  const size = letterSize(lines);
  const bottom = artist ? 352 : 376;
  return (
    <svg class="poster" viewBox="0 0 300 400" aria-hidden="true" focusable="false">
      <rect width="300" height="400" fill={design.ground} />
      <Motif {...design} />
      <path d="M0 225 H300 V400 H0 Z" fill={design.deep} opacity="0.88" />
      <g fill="#ffffff" font-weight="800" font-size={size}>
        {lines.map((line, i) => (
          <text key={i} x="24" y={bottom - (lines.length - 1 - i) * size * 1.12}>{line}</text>
        ))}
      </g>
      {artist && <text x="24" y="380" fill={design.light} font-size="17">{artist}</text>}
    </svg>
  );
}

interface PosterProps {
  event: { title: string; artist?: string; poster?: string };
}

/**
 * The event's picture, or one generated from its title. It adds no information to the text beside
 * it.
 */
export function Poster({ event }: PosterProps) {
  if (event.poster) return <img class="poster" src={event.poster} alt="" loading="lazy" />;
  return <MadePoster title={event.title} artist={event.artist ?? ""} />;
}
