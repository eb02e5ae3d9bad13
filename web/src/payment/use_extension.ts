import { useEffect, useState } from "preact/hooks";

import { call } from "../core/api";
import type { Extension } from "../extend/more_time";
import { nextExtension } from "../extend/offer";
import type { Event } from "./sale";

/** The extension after a decline, if the event allows one. `given` is called after an extension. */
export function useExtension(event: Event | null, given: () => void): Extension | null {
  const [left, setLeft] = useState(0);
  const { id: eventId = "", extension: seconds = 0, extensions: times = 0 } = event ?? {};
  const gives = seconds > 0 && times > 0;
  useEffect(() => {
    if (!gives) return undefined;
    let gone = false;
    const load = async () => {
      const answer = await call("get", "/api/queue/status", { query: { eventId } });
      if (answer.ok && !gone) setLeft(answer.value.extensionsLeft ?? 0);
    };
    void load();
    return () => {
      gone = true;
    };
  }, [eventId, gives]);
  if (!gives) return null;
  const allowance = { seconds, times, left };
  const ask = async () => {
    const extension = nextExtension(allowance);
    const answer = await call("post", "/api/queue/extend", { body: { eventId, extension } });
    if (!answer.ok) {
      const { code } = answer.error;
      if (code === "EXTENSION_USED" || code === "EXTENSION_NOT_ALLOWED") setLeft(0);
      return { error: answer.error };
    }
    const { admissionExpiresAt, holdExpiresAt, extensionsLeft } = answer.value;
    setLeft(extensionsLeft);
    given();
    return { until: Date.parse(holdExpiresAt ?? admissionExpiresAt) };
  };
  return { allowance, ask };
}
