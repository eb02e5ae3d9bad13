import { useEffect, useState } from "preact/hooks";

import type { Route } from "./route";
import { hashOf, routeOf } from "./route";

export function goTo(route: Route): void {
  location.hash = hashOf(route);
}

/** The route in the address, updated when it changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  useEffect(() => {
    const follow = () => setRoute(routeOf(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}
