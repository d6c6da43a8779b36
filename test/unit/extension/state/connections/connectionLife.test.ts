import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type GroupHealth, isStopped } from "../../../../../src/chain/health/groupHealth";
import { readGroupHealth } from "../../../../../src/chain/health/readGroupHealth";
import { clientError } from "../../../../../src/errors/clientError";
import { toChainError } from "../../../../../src/errors/dictionary";
import { groupAdvice, groupTroubles, troublePieces } from "../../../../../src/extension/flows/lines/healthText";
import type { ChainGroup } from "../../../../../src/extension/state/connections/chainGroup";
import type { Connection } from "../../../../../src/extension/state/connections/connection";
import { Connections } from "../../../../../src/extension/state/connections/connections";
import { GroupWatch } from "../../../../../src/extension/state/connections/groupWatch";
import { Reconnector } from "../../../../../src/extension/state/connections/reconnector";
import { ChainInProcess, systemConfig } from "../../../../support/chainInProcess";
import { FakeClock, settled } from "../../../../support/fakeClock";
import { FakeEndpoints } from "../../../../support/fakeEndpoints";
import { FakeMemory, host } from "../../../../support/fakeVscode/fakeHost";

const [first, second] = ["http://127.0.0.1:20200", "http://127.0.0.1:20201"] as const;
const interval = 2000;

describe("the life of a connection", () => {
  let chain: ChainInProcess;
  let clock: FakeClock;
  let endpoints: FakeEndpoints;
  let connections: Connections;
  let reconnector: Reconnector;
  let watch: GroupWatch;
  let connection: Connection;
  const warnings: string[] = [];
  let health: (group: ChainGroup) => Promise<GroupHealth>;

  beforeEach(async () => {
    host.reset();
    host.settings.set("chainside.connections", []);
    warnings.length = 0;
    chain = await ChainInProcess.start();
    clock = new FakeClock();
    endpoints = new FakeEndpoints(chain, clock);
    connections = new Connections(new FakeMemory() as never, () => undefined, endpoints.ports());
    reconnector = new Reconnector(connections, {
      clock,
      intervalMs: () => interval,
      warn: (text) => void warnings.push(text),
    });
    health = ({ session }) => readGroupHealth(session.client);
    watch = new GroupWatch(connections, reconnector, {
      clock,
      intervalMs: () => interval,
      readHealth: (group) => health(group),
      report: () => undefined,
    });
    connection = connections.add({ name: "two", endpoints: [first, second], group: "", access: "confirm" }, "session");
  });
  afterEach(() => {
    watch.dispose();
    reconnector.dispose();
    connections.dispose();
    chain.close();
  });
  /** Lets time pass until the connection stands, and says how long that took. */
  const untilConnected = async (max = 120_000): Promise<number> => {
    const from = clock.now();
    while (connection.state.kind !== "connected" && clock.now() - from < max) await clock.pass(100);
    return clock.now() - from;
  };
  const lose = (error: unknown): Promise<void> => reconnector.missed(connection, toChainError(error));
  /** A user asks for the height, and gets no answer. */
  const miss = async (): Promise<void> => {
    await connection.groups[0]?.refreshHeight().catch((error: unknown) => lose(error));
  };

  it("sees that blocks of one endpoint differ, and says so until they don't", async () => {
    await connection.connect();
    const [group] = connection.groups;
    if (!group) throw new Error("connected");
    await connection.lookAtEndpoints();
    expect(groupTroubles(group)).toEqual([]);
    let changes = 0;
    connection.onDidChangeEndpoints(() => changes++);
    await chain.send(systemConfig, "setValueByKey(string,string)", ["tx_count_limit", "2000"]);
    const height = chain.group().blocks.head;
    endpoints.forked.set(second, height);
    await connection.lookAtEndpoints();
    expect(troublePieces(group)).toEqual([`fork: 127.0.0.1:20201 has other blocks from ${height} on`]);
    expect(groupAdvice(group)).toEqual([
      `Fork: 127.0.0.1:20201 has other blocks from ${height} on. Blocks differ from those of ${first} since block ${height}: the same transactions, another state root. Stop the nodes whose blocks differ. Compare their program, configuration, and data with the others' before they seal again.`,
    ]);
    endpoints.forked.clear();
    await connection.lookAtEndpoints();
    expect([groupTroubles(group), changes, endpoints.open]).toEqual([[], 2, 1]);
  });

  it("takes the second endpoint where the first is down, or refuses this side", async () => {
    for (const behaviour of ["down", "refuses"] as const) {
      endpoints.behaviour.set(first, behaviour);
      await connection.connect();
      expect(connection.endpoint).toBe(second);
      await connection.disconnect();
      await settled();
      expect(endpoints.open).toBe(0);
    }
  });

  it("does not wait long for an endpoint that swallows every packet, and leaves no transport open", async () => {
    endpoints.behaviour.set(first, "silent");
    const connecting = connection.connect();
    expect(await untilConnected()).toBeLessThanOrEqual(2000);
    await connecting;
    expect(connection.endpoint).toBe(second);
    await connection.disconnect();
    await settled();
    expect(endpoints.open).toBe(0);
  });

  it("says of several failures the one that tells most", async () => {
    endpoints.behaviour.set(first, "refuses");
    endpoints.behaviour.set(second, "down");
    await expect(connection.connect()).rejects.toMatchObject({ kind: "tls" });
    endpoints.behaviour.set(first, "down");
    await expect(connection.connect()).rejects.toMatchObject({ code: "connectionRefused" });
    expect(connection.state.kind).toBe("failed");
  });

  it("ends at once when the user takes it back", async () => {
    endpoints.behaviour.set(first, "silent");
    endpoints.behaviour.set(second, "silent");
    const connecting = connection.connect();
    await clock.pass(1);
    await connection.disconnect();
    await expect(connecting).rejects.toMatchObject({ code: "cancelled" });
    await settled();
    expect([connection.state.kind, endpoints.open]).toEqual(["disconnected", 0]);
  });

  it("goes on by the second endpoint as soon as the first is lost, though no view is seen", async () => {
    await connection.connect();
    expect(connection.endpoint).toBe(first);
    endpoints.behaviour.set(first, "down");
    await miss();
    expect(connection.retrying).toBe(true);
    expect(await untilConnected()).toBeLessThanOrEqual(200);
    expect([connection.endpoint, connection.retrying]).toEqual([second, false]);
    expect(warnings).toHaveLength(1);
  });

  it("is tried again until it answers, less and less often, and not once it is unwanted", async () => {
    await connection.connect();
    endpoints.behaviour.set(first, "down");
    endpoints.behaviour.set(second, "down");
    await miss();
    const tried = (): number => endpoints.asked.filter(({ url }) => url === second).length;
    await clock.pass(10 * 60_000);
    const inTenMinutes = tried();
    expect(inTenMinutes).toBeGreaterThan(10);
    expect(inTenMinutes).toBeLessThan(40);
    endpoints.behaviour.set(second, "up");
    expect(await untilConnected()).toBeLessThanOrEqual(61_000);
    endpoints.behaviour.set(second, "down");
    await miss();
    await clock.pass(1000);
    await connection.disconnect();
    const before = endpoints.asked.length;
    await clock.pass(10 * 60_000);
    expect([connection.retrying, endpoints.asked.length - before]).toEqual([false, 0]);
  });

  it("takes three silences for a loss, and one answer between them for none", async () => {
    await connection.connect();
    const silences = async (count: number): Promise<void> => {
      for (let turn = 0; turn < count; turn++)
        await lose(clientError("timedOut", { endpoint: first, method: "getBlockNumber" }));
    };
    await silences(2);
    reconnector.answered(connection);
    await silences(2);
    expect(connection.state.kind).toBe("connected");
    await silences(1);
    expect(connection.state.kind).toBe("failed");
  });

  it("is connected again by a user while what was open is being closed", async () => {
    await connection.connect();
    const failing = connection.fail(clientError("connectionRefused", { endpoint: first, method: "getBlockNumber" }));
    const connecting = connection.connect();
    await failing;
    expect(connection.state.kind).toBe("connecting");
    await connecting;
    expect([connection.state.kind, endpoints.open]).toEqual(["connected", 1]);
  });

  it("keeps the embedded chain out of it: its own process says when it ends", async () => {
    const embedded = connections.add({ name: "embedded", endpoints: [first], group: "", access: "full" }, "embedded");
    await embedded.connect();
    endpoints.behaviour.set(first, "down");
    await embedded.groups[0]
      ?.refreshHeight()
      .catch((error: unknown) => reconnector.missed(embedded, toChainError(error)));
    await clock.pass(60_000);
    expect([embedded.state.kind, embedded.retrying]).toEqual(["failed", false]);
  });

  it("is asked how it fares while somebody looks, and forgets it when nobody does", async () => {
    const look = watch.add({ heights: () => connections.groups, health: () => connections.groups });
    await connection.connect();
    await settled();
    const [group] = connection.groups;
    expect(group?.health?.totalWeight).toBe(4);
    const asked = endpoints.asked.length;
    await clock.pass(10 * interval);
    const methods = endpoints.asked.slice(asked).map(({ method }) => method);
    expect(methods.filter((method) => method === "getConsensusStatus")).toHaveLength(3);
    expect(methods.filter((method) => method === "getBlockNumber").length).toBeGreaterThanOrEqual(10);
    look.dispose();
    expect(group?.health).toBeUndefined();
    const quiet = endpoints.asked.length;
    await clock.pass(60 * interval);
    expect(endpoints.asked.length - quiet).toBe(0);
  });

  it("compares the nodes with each new block while they are shown, and asks no endpoint when they aren't", async () => {
    const look = watch.add({ heights: () => connections.groups, health: () => [], nodes: () => connections.groups });
    await connection.connect();
    await clock.pass(2 * interval);
    await chain.send(systemConfig, "setValueByKey(string,string)", ["tx_count_limit", "2000"]);
    const height = chain.group().blocks.head;
    endpoints.forked.set(second, height);
    await clock.pass(2 * interval);
    await settled();
    const [group] = connection.groups;
    expect(group && troublePieces(group)).toEqual([`fork: 127.0.0.1:20201 has other blocks from ${height} on`]);
    // without a new block they are compared as seldom as ever
    const quiet = endpoints.asked.length;
    await clock.pass(3 * interval);
    expect(endpoints.asked.slice(quiet).filter(({ method }) => method === "getBlockByNumber")).toEqual([]);
    look.dispose();
    await chain.send(systemConfig, "setValueByKey(string,string)", ["tx_count_limit", "3000"]);
    const hidden = endpoints.asked.length;
    await clock.pass(9 * interval);
    expect(endpoints.asked.length - hidden).toBe(0);
  });

  it("finds a loss by itself and mends it, with nothing but the status bar looking", async () => {
    watch.add({ heights: () => connections.groups, health: () => connections.groups });
    await connection.connect();
    await settled();
    endpoints.behaviour.set(first, "down");
    await clock.pass(2 * interval);
    expect([connection.state.kind, connection.endpoint]).toEqual(["connected", second]);
    await clock.pass(4 * interval);
    expect(connection.groups[0]?.health?.totalWeight).toBe(4);
  });

  it("knows which of its endpoints do not answer, and says so once", async () => {
    watch.add({ heights: () => connections.groups, health: () => connections.groups });
    const messages: string[] = [];
    connections.onDidChangeGroup(({ change }) => {
      if (change === "health") messages.push(change);
    });
    endpoints.behaviour.set(second, "silent");
    await connection.connect();
    await clock.pass(15 * interval);
    expect(connection.endpoints).toEqual([
      { url: first, height: 0 },
      { url: second, height: undefined },
    ]);
    const before = messages.length;
    await clock.pass(30 * interval);
    expect(messages.length - before).toBe(0);
    endpoints.behaviour.set(second, "up");
    await clock.pass(15 * interval);
    expect(connection.endpoints.map(({ height }) => height)).toEqual([0, 0]);
    expect(messages.length - before).toBe(1);
  });

  it("goes on with the same group where another connection takes its place, and says nothing of a fall-back", async () => {
    const other = connections.add({ name: "other", endpoints: [second], group: "", access: "confirm" }, "session");
    const saved = connections.add({ name: "saved", endpoints: [first], group: "", access: "confirm" }, "session");
    await other.connect();
    const [meant] = await connection.connect();
    await connections.setActiveGroup(meant as ChainGroup);
    const messages: string[] = [];
    connections.onDidFallBack(({ from, to }) => void messages.push(`${from.connection.name} ${to.connection.name}`));
    await connections.replace(connection, saved);
    expect(connections.activeGroup?.connection.name).toBe("saved");
    expect(connections.all.map(({ name }) => name)).toEqual(["other", "saved"]);
    expect(messages).toEqual([]);
    endpoints.behaviour.set(first, "down");
    const gone = connections.add({ name: "gone", endpoints: [first], group: "", access: "confirm" }, "session");
    await expect(connections.replace(saved, gone)).rejects.toThrow();
    expect(messages).toEqual(["saved other"]);
  });

  it("sees a chain that stands though all are reachable, and that blocks come again", async () => {
    watch.add({ heights: () => [], health: () => connections.groups });
    let height = 178;
    health = async ({ session }) => ({ ...(await readGroupHealth(session.client)), waiting: 5, height });
    const stopped = (): boolean | undefined => {
      const found = connections.groups[0]?.health;
      return found && isStopped(found);
    };
    await connection.connect();
    await clock.pass(3 * interval);
    expect(stopped()).toBe(false);
    await clock.pass(75_000);
    expect(stopped()).toBe(true);
    height = 179;
    await clock.pass(4 * interval);
    expect(stopped()).toBe(false);
  });

  it("takes a change of the leader that stands still for none", async () => {
    watch.add({ heights: () => [], health: () => connections.groups });
    let changes = 2;
    health = async ({ session }) => ({
      ...(await readGroupHealth(session.client)),
      changingView: true,
      changes,
      view: 5,
    });
    await connection.connect();
    await clock.pass(6 * interval);
    const [group] = connection.groups;
    expect(group?.health?.changingView).toBe(true);
    await clock.pass(60_000);
    expect(group?.health?.changingView).toBe(false);
    changes = 3;
    await clock.pass(4 * interval);
    expect(group?.health?.changingView).toBe(true);
  });
});
