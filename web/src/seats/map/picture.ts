import { useEffect, useState } from "preact/hooks";

import type { Event } from "../seat_selection";
import type { Box } from "./geometry";

/** The address of the picture that operators uploaded for the hall of a performance. */
export function pictureOf(event: Pick<Event, "performances"> | null, performanceId: string): string {
  return event?.performances.find(({ id }) => id === performanceId)?.image ?? "";
}

/** The box of a picture: complete, as large as the hall, and centred. */
export function pictureBox(hall: Box, width: number, height: number): Box {
  const scale = Math.min((hall.right - hall.left) / width, (hall.bottom - hall.top) / height);
  const [x, y] = [(hall.left + hall.right) / 2, (hall.top + hall.bottom) / 2];
  const [halfWidth, halfHeight] = [(width * scale) / 2, (height * scale) / 2];
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight };
}

/** A picture after it has loaded. The page works without it. */
export function usePicture(address: string): HTMLImageElement | null {
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  useEffect(() => {
    setPicture(null);
    if (!address) return undefined;
    const coming = new Image();
    coming.onload = () => coming.naturalWidth > 0 && setPicture(coming);
    coming.src = address;
    return () => {
      coming.onload = null;
    };
  }, [address]);
  return picture;
}
