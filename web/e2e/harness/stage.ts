import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect } from "vitest";

import { Browsers } from "./browser";
import { ROOT, Server, type Settings } from "./server";

export interface Stage {
  server: Server;
  browsers: Browsers;
}

/** A server and a browser for the tests of one file. Every test must end without script errors. */
export function stage(settings: Settings = {}, flags: string[] = []): Stage {
  const made = {} as Stage;
  beforeAll(async () => {
    made.server = await Server.start(settings, flags);
    made.browsers = await Browsers.launch();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail")
      await made.browsers.photograph(join(ROOT, "build/screenshots/failed"), task.name.replace(/\W+/g, "-"));
    await made.browsers.closeDevices();
    expect(made.browsers.takeTroubles()).toEqual([]);
  });
  afterAll(async () => {
    await made.browsers?.close();
    await made.server?.stop();
  });
  return made;
}
