import { expect, it } from "vitest";

import { en as words } from "../src/words/seats";
import { seriousFindings } from "./harness/checks";
import { theatre } from "./harness/halls";
import { DAY, Sale } from "./harness/sale";
import { stage } from "./harness/stage";
import { Buyer } from "./pages/buyer";

const on = stage();

// Twice as wide as high, in a colour that no page uses.
const MAGENTA =
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4z/AfiAAN+QP9Wkb9ewAAAABJRU5ErkJggg==";

const uploadTo = (sale: Sale) =>
  on.server.upload(
    `/events/${sale.event}/performances/${DAY}/image`,
    new Blob([Buffer.from(MAGENTA, "base64")]),
  );

const pictureOf = ({ page }: Buyer) => page.getByRole("img", { name: words.picture });

/** True if the seat map contains the colour of the picture. */
const hasMagenta = ({ page }: Buyer): Promise<boolean> =>
  page.locator("canvas").evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const pen = (canvas as HTMLCanvasElement).getContext("2d");
    const pixels = pen?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    for (let at = 0; at < pixels.length; at += 4)
      if (pixels[at]! - pixels[at + 1]! > 60 && pixels[at + 2]! - pixels[at + 1]! > 60) return true;
    return false;
  });

it("an uploaded picture of the hall lies under the sections, and under the seats", async () => {
  const sale = await Sale.open(on.server, { event: "picture", plan: theatre() });
  await uploadTo(sale);
  const buyer = await Buyer.inside(on, sale);
  await pictureOf(buyer).waitFor();
  for (const colorScheme of ["dark", "light"] as const) {
    await buyer.page.emulateMedia({ colorScheme });
    expect(await seriousFindings(buyer.page)).toEqual([]);
  }
  await buyer.seats.openMap("Centre");
  await expect.poll(() => hasMagenta(buyer), { timeout: 10_000 }).toBe(true);
  await buyer.seats.takeBest(1);
});

it("seats are chosen as ever where the picture never comes, or there is none", async () => {
  const sale = await Sale.open(on.server, { event: "lost", plan: theatre() });
  await uploadTo(sale);
  const buyer = await Buyer.arrive(on, sale);
  await buyer.page.route("**/images/**", (route) => route.abort());
  await buyer.visit.go(`/queue/${sale.event}`);
  await buyer.queue.enter();
  await buyer.queue.comeIn();
  await buyer.seats.shown();
  await buyer.seats.openMap("Centre");
  await buyer.seats.takeBest(1);
  expect(await hasMagenta(buyer)).toBe(false);
  expect(await pictureOf(buyer).count()).toBe(0);
});
