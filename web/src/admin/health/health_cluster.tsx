import { number } from "../../core/format";
import { fill } from "../../core/words";
import { words as common } from "../../words/admin";
import { words as all } from "../../words/admin_office";
import { span } from "../age";
import { Chip, Panel, Table, dayAndTime } from "../pieces";
import type { Parts } from "../types";

const words = all.health;

const maybe = (value: number | null | undefined): string =>
  typeof value === "number" ? number(value) : "–";
const PROCESS = { ready: "good", degraded: "attention", stopping: "none", silent: "bad", unknown: "attention" } as const;
const NODE = { ok: "good", failing: "attention", failed: "bad" } as const;

interface ProcessesProps {
  processes: NonNullable<Parts["processes"]>;
  at: number | null;
  zone: string | undefined;
}

export function Processes({ processes, at, zone }: ProcessesProps) {
  const heads = [
    words.state,
    words.name,
    words.roles,
    words.address,
    words.version,
    words.since,
    words.connections,
    words.requests,
    words.viewAge,
    words.heard,
  ];
  return (
    <Panel title={words.processes} at={at}>
      <Table caption={words.processes} heads={heads} numeric={[6, 7]}>
        {processes.map((one) => (
          <tr key={one.name}>
            <td>
              <Chip level={PROCESS[one.state]}>{words.processStates[one.state]}</Chip>
              {one.degraded ? <code class="small"> {one.degraded}</code> : null}
            </td>
            <th scope="row">{one.name}</th>
            <td>
              {one.roles.join(", ")}
              {typeof one.leases === "number"
                ? ` (${fill(words.leases, { n: number(one.leases) })})`
                : ""}
            </td>
            <td class="brief">{one.address || "–"}</td>
            <td>{one.version}</td>
            <td class="brief">{dayAndTime(one.startedAt, zone)}</td>
            <td class="num">{maybe(one.connections)}</td>
            <td class="num">{maybe(one.requests)}</td>
            <td>{typeof one.viewAgeMs === "number" ? span(one.viewAgeMs) : "–"}</td>
            <td class="brief">{fill(common.ago, { span: span(one.heardMs) })}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

export function RedisNodes({
  nodes,
  at,
}: {
  nodes: NonNullable<Parts["redisNodes"]>;
  at: number | null;
}) {
  const heads = [
    words.state,
    words.address,
    words.role,
    words.slots,
    words.linked,
    words.lag,
    words.age,
  ];
  return (
    <Panel title={words.redisNodes} at={at}>
      <Table caption={words.redisNodes} heads={heads} numeric={[3, 5]}>
        {nodes.map((one) => (
          <tr key={one.address}>
            <td>
              <Chip level={NODE[one.state]}>{words.nodeStates[one.state]}</Chip>
            </td>
            <th scope="row">{one.address}</th>
            <td>
              {one.role === "replica"
                ? fill(words.replicaOf, { of: one.replicaOf ?? "?" })
                : words.master}
            </td>
            <td class="num">{maybe(one.slots)}</td>
            <td>{one.linked === undefined ? "–" : one.linked ? words.yes : words.no}</td>
            <td class="num">
              {typeof one.lagBytes === "number"
                ? fill(words.bytes, { n: number(one.lagBytes) })
                : "–"}
            </td>
            <td>
              {typeof one.ageMs === "number" ? fill(common.ago, { span: span(one.ageMs) }) : "–"}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
