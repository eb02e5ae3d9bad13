import { expect, it } from "vitest";

import { typeName } from "./price_type";

it("common price types are translated, others are the seller's own text", () => {
  expect(typeName("youth")).toBe("Youth");
  expect(typeName("Fan club")).toBe("Fan club");
  expect(typeName("toString")).toBe("toString");
});
