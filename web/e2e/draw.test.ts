import { expect, it } from "vitest";

import { Guest } from "./harness/guest";
import { Sale, at } from "./harness/sale";
import { stage } from "./harness/stage";
import { Buyer } from "./pages/buyer";

const on = stage();
const HOUR_MS = 3_600_000;

it("a guest of the lobby has no place before the draw, and can check it afterwards", async () => {
  const settings = { order: "lobby-shuffle", lobbyOpensAt: at(-1000), opensAt: at(HOUR_MS) };
  const sale = await Sale.open(on.server, { line: { maxActive: 0 }, settings });
  for (let other = 0; other < 4; other++) await new Guest(on.server.origin).enter();
  const buyer = await Buyer.arrive(on, sale);
  await buyer.visit.go(`/queue/${sale.event}`);
  await buyer.queue.enter();
  await buyer.queue.notDrawnNote.waitFor();
  await sale.admin("POST", "/actions", { action: "open" });
  const position = await buyer.queue.position();
  expect(position).toBeLessThanOrEqual(5);
  expect(await buyer.queue.checkDraw()).toContain(`place ${position} of 5`);
});
