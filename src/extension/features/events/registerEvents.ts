import * as vscode from "vscode";
import type { EventsFilter, EventsPageState } from "../../../webview/events/messages";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { Target } from "../../flows/target/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { EventsPanel } from "./eventsPanel";
import type { EventsContent } from "./eventsReading";

const viewType = "chainside.events";

const keyOf = ({ subject }: EventsContent): string => `${subject.groupId} ${subject.target.toLowerCase()}`;

function filterOf(target: Target): EventsFilter | undefined {
  if (target.kind !== "contract" || target.eventSignature === undefined) return undefined;
  return { events: [target.eventSignature], values: [], from: "", to: "" };
}

/** The pages of events that are open, one a contract. */
class EventPages implements vscode.Disposable {
  readonly #panels = new Map<string, EventsPanel>();

  constructor(private readonly app: Chainside) {}

  async open(group: ChainGroup, target: Target): Promise<void> {
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
    registerTargetCommands(app, { "chainside.findEvents": reads((group, target) => pages.open(group, target)) }),
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
