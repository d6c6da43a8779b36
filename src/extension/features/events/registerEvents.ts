import * as vscode from "vscode";
import type { EventsFilter, EventsPageState } from "../../../webview/events/messages";
import { readRecordUri } from "../../flows/records/recordUri";
import { targetGroup } from "../../flows/target/askGroup";
import { registerCommands } from "../../kit/commands/registerCommands";
import type { Chainside } from "../../state/chainside";
import type { EventsPanel } from "./eventsPanel";
import type { EventsContent } from "./eventsReading";

const viewType = "chainside.events";

const keyOf = ({ subject }: EventsContent): string => `${subject.groupId} ${subject.target.toLowerCase()}`;

/** A line of a tree says its group; a document of a contract says which one it means. */
function groundedTarget(app: Chainside, target: unknown): unknown {
  const record = target instanceof vscode.Uri ? readRecordUri(target) : undefined;
  if (record?.kind === "contract") {
    return { group: app.connections.findGroup(record.groupId), contractAddress: record.key };
  }
  if (typeof target !== "object" || target === null || !("groupId" in target)) return target;
  return { ...target, group: app.connections.findGroup(String(target.groupId)) };
}

function filterOf(target: unknown): EventsFilter | undefined {
  if (typeof target !== "object" || target === null || !("eventSignature" in target)) return undefined;
  return { events: [String(target.eventSignature)], values: [], from: "", to: "" };
}

/** The pages of events that are open, one a contract. */
class EventPages implements vscode.Disposable {
  readonly #panels = new Map<string, EventsPanel>();

  constructor(private readonly app: Chainside) {}

  async open(given: unknown): Promise<void> {
    const target = groundedTarget(this.app, given);
    const group = await targetGroup(this.app, target);
    const { askEmitter } = await import("./askEmitter");
    const { address, name } = await askEmitter(this.app, group, target);
    const filter = filterOf(target);
    const content: EventsContent = {
      subject: { groupId: group.id, target: address, name },
      place: `${group.connection.name} · ${group.groupId}`,
      ...(filter ? { filter } : {}),
    };
    const known = this.#panels.get(keyOf(content));
    if (known) await known.show(filter);
    else await this.take(vscode.window.createWebviewPanel(viewType, name, vscode.ViewColumn.Active), content);
  }

  async take(panel: vscode.WebviewPanel, content: EventsContent): Promise<void> {
    const { EventsPanel } = await import("./eventsPanel");
    const key = keyOf(content);
    const page: EventsPanel = new EventsPanel(this.app, panel, content, () => {
      if (this.#panels.get(key) === page) this.#panels.delete(key);
    });
    this.#panels.set(key, page);
  }

  dispose(): void {
    for (const page of this.#panels.values()) page.dispose();
  }
}

/** The page of events: of a contract, an address or the whole group, old and new, also after the window was loaded anew. */
export function registerEvents(app: Chainside): vscode.Disposable {
  const pages = new EventPages(app);
  return vscode.Disposable.from(
    pages,
    registerCommands(app, { "chainside.findEvents": (target) => pages.open(target) }),
    vscode.window.registerWebviewPanelSerializer(viewType, {
      async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: EventsPageState | undefined) {
        if (!state) panel.dispose();
        else {
          await pages.take(panel, state);
          // A page that is seen is a view of its chain.
          app.connections.restore();
        }
      },
    }),
  );
}
