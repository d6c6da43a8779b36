import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withKiosk } from "../../support/foundKiosk";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

const file = "stands.watch.yaml";
const standing = "rules:\n  - name: it stands\n    heightStands: { seconds: 30, evenIdle: true }\n";

describe("rules that watch a group while the window is open", () => {
  let workbench: FakeWindow;
  const rules = (): string => join(workbench.folder, file);
  const deploy = async (label: string): Promise<void> => {
    await workbench.command("FISCO BCOS: Deploy Contract", "Kiosk");
    await workbench.answer(/initialLabel/, label);
  };

  beforeAll(async () => {
    workbench = openWindow({ prepare: withKiosk });
    await workbench.startChain();
  });
  afterAll(async () => workbench?.close());

  it("begin with an example that can be used", async () => {
    await workbench.command("FISCO BCOS: Show Alerts");
    await workbench.answered(/No group is watched by rules/);
    await workbench.command("FISCO BCOS: Watch by Rules", "New rules");
    await expect.poll(() => workbench.editorText()).toContain("heightStands");
    writeFileSync(rules(), await workbench.editorText());
    await workbench.command("FISCO BCOS: Watch by Rules", file);
    await workbench.answered(/group0 is watched by 8 rules while this window is open/);
  });

  it("are refused with their line where they are wrong, and those from before go on", async () => {
    writeFileSync(rules(), "rules:\n  - name: it stands\n    heightStand: { seconds: 30 }\n");
    await workbench.command("FISCO BCOS: Watch by Rules", file);
    await workbench.answered(/The rules can't be used\. Line \d/);
    await workbench.command("FISCO BCOS: Show Alerts", "Stop watching group0");
    await workbench.answered(/group0 is no longer watched/);
    await workbench.command("FISCO BCOS: Show Alerts");
    await workbench.answered(/No group is watched by rules/);
  });

  it("tell when an alert begins, what it is about, and when it is over", async () => {
    writeFileSync(rules(), standing);
    await workbench.command("FISCO BCOS: Watch by Rules", file);
    await workbench.answered(/it stands \(group0.*\): Height 0 has stood still for 30 s or more/);
    await workbench.status(/(?:^| · )\s*1\s*(?: · |$)/).waitFor();
    await deploy("corner shop");
    await workbench.answered(/Over: it stands \(group0.*\): Height 0/);
  });
});
