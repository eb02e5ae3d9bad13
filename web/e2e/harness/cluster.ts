import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import type { Site } from "./sale";
import { BINARY, type Json, ROOT, callAdmin } from "./server";
import { until } from "./until";

const run = promisify(execFile);

// As in scripts/cluster.py: every port is the base plus a fixed number.
const REDIS_NUMBERS = [1, 2, 3, 4, 5, 6];
const BUS_DISTANCE = 10_000;
const ADMIN_DISTANCE = 50;
const NUMBERS = Array.from({ length: 100 }, (_, number) => number);
const PAYMENT = 31;
const GUESTS_ARE_SERVED_BY = [11, 12, 21, 22, PAYMENT];
// Below the kernel's range of ephemeral ports, also with the distance added.
const FIRST_BASE = 12_100;
const LAST_BASE = 22_000;
const BASE_STEP = 200;

const isFree = (port: number): Promise<boolean> =>
  new Promise((told) => {
    const probe = createServer();
    probe.once("error", () => told(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => told(true)));
  });

async function freeBase(): Promise<number> {
  for (let base = FIRST_BASE; base < LAST_BASE; base += BASE_STEP) {
    const ports = [...NUMBERS, ...REDIS_NUMBERS.map((number) => number + BUS_DISTANCE)];
    const free = await Promise.all(ports.map((number) => isFree(base + number)));
    if (free.every(Boolean)) return base;
  }
  throw new Error("no free ports for a cluster");
}

/** `./run cluster` after its build: Redis nodes, nginx and Onsale processes by role. */
export class Cluster implements Site {
  private constructor(
    private readonly base: number,
    private readonly folder: string,
  ) {}

  static async start(): Promise<Cluster> {
    const cluster = new Cluster(await freeBase(), mkdtempSync(join(tmpdir(), "onsale-web-cluster-")));
    try {
      // The crowd would be counted with the buyers.
      await cluster.program("start", "--no-crowd");
    } catch (error) {
      await cluster.stop(); // Stops the processes that have already started.
      throw error;
    }
    return cluster;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.base}`;
  }

  private get data(): string {
    return join(this.folder, `cluster-${this.base}`, "payment");
  }

  private program(...words: string[]): Promise<unknown> {
    const env = {
      ...process.env,
      ONSALE_PORT: String(this.base),
      ONSALE_DATA: this.folder,
      ONSALE_BINARY: BINARY,
    };
    return run("python3", [join(ROOT, "scripts/cluster.py"), ...words], { env });
  }

  private operatorsOf(number: number): string {
    return `http://127.0.0.1:${this.base + number + ADMIN_DISTANCE}`;
  }

  admin<T = Json>(method: string, path: string, body?: unknown): Promise<T> {
    return callAdmin<T>(this.operatorsOf(PAYMENT), this.data, method, path, body);
  }

  /**
   * Waits until every process that serves guests knows this path. Changes are distributed through
   * Redis.
   */
  async known(path: string): Promise<void> {
    for (const number of GUESTS_ARE_SERVED_BY) {
      const address = `http://127.0.0.1:${this.base + number}${path}`;
      await until(`${address} is known`, async () => (await fetch(address)).ok);
    }
  }

  /** Requests that have reached an Onsale process since its start. */
  async originRequests(): Promise<number> {
    const key = readFileSync(join(this.data, "owner.key"), "utf8").trim();
    let sum = 0;
    for (const number of GUESTS_ARE_SERVED_BY) {
      const headers = { Authorization: `Bearer ${key}` };
      const text = await (await fetch(`${this.operatorsOf(number)}/metrics`, { headers })).text();
      const found = /^onsale_requests_total (\d+)/m.exec(text);
      if (!found) throw new Error(`no onsale_requests_total of process ${number}:\n${text.slice(0, 500)}`);
      sum += Number(found[1]);
    }
    return sum;
  }

  async stop(): Promise<void> {
    await this.program("stop");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
