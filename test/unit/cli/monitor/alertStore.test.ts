import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { AlertStore } from "../../../../src/cli/monitor/alertStore";
import { alertChange } from "../../../support/alertChange";

const folder = mkdtempSync(join(tmpdir(), "chainside-store-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the next program finds, as if this one had been killed. */
const waiting = async (path: string): Promise<[string, boolean][]> =>
  (await AlertStore.open(path)).waitingFor("s").map(({ change, isRepeat }) => [change.finding.rule.name, isRepeat]);

it("knows after a kill what is still to be sent, what was sent, and what was under way", async () => {
  const path = join(folder, "a.json");
  const store = await AlertStore.open(path);
  const names = ["sent", "under way", "refused", "waits"];
  const finding = (name: string) => ({ ...alertChange(name).finding, subject: name });
  store.keep(
    { seen: 1 },
    names.map((name) => ({ sink: "s", change: alertChange(name, { finding: finding(name) }) })),
  );
  expect(await waiting(path)).toEqual(names.map((name) => [name, false]));
  const [sent, underWay, refused] = store.waitingFor("s");
  if (!sent || !underWay || !refused) throw new Error("alerts are missing");
  store.begin(sent);
  store.end(sent);
  store.begin(refused);
  store.notSent(refused);
  store.begin(underWay);
  const left = [
    ["under way", true],
    ["refused", false],
    ["waits", false],
  ];
  expect(await waiting(path)).toEqual(left);
  // what was seen is written meanwhile: the journal is shortened, and nothing of it is forgotten
  store.keep({ seen: 2 }, []);
  expect(await waiting(path)).toEqual(left);
  expect((await AlertStore.open(path)).memory).toEqual({ seen: 2 });
});

it("writes over no file that isn't its own", async () => {
  const path = join(folder, "b.json");
  writeFileSync(path, '{"version":1,"rules":{}}');
  await expect(AlertStore.open(path)).rejects.toThrow(/isn't a state file of a monitor/);
});
