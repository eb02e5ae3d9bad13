import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

import { words } from "../words/core";

const TRIES_MAX = 3;
const AGAIN_MS = 2_000;

interface LazyProps<P> {
  load: () => Promise<ComponentType<P>>;
  props: P;
}

/** A part of a page that is loaded when it is first needed. */
export function Lazy<P extends object>({ load, props }: LazyProps<P>) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined;
    load().then(
      (part) => setPart(() => part),
      () => {
        if (tries < TRIES_MAX) retry = setTimeout(() => setTries(tries + 1), AGAIN_MS);
      },
    );
    return () => clearTimeout(retry);
  }, [tries]);
  if (Part) return <Part {...props} />;
  if (tries < TRIES_MAX) return <p class="soft">…</p>;
  // A new version of the site has other file names, so the page must be reloaded.
  const reload = () => location.reload();
  return <button type="button" class="quiet" onClick={reload}>{words.retry}</button>;
}
