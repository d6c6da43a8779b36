import * as vscode from "vscode";
import type { EventsFilter, EventsPageState } from "../../../webview/events/messages";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On, Target } from "../../kit/commands/target";
import { OpenPages } from "../../kit/pages/openPages";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";
import type { EventsPanel } from "./eventsPanel";
import type { EventsContent } from "./eventsReading";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.findEvents": On<"contract" | "path" | "group">;
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** The state of a page comes from the window's memory: what is not as it should be is left alone. */
function restoredContent(state: unknown): EventsContent | undefined {
  const { subject, place, filter } = (state ?? {}) as Partial<EventsPageState>;
  const { groupId, target, name } = (subject ?? {}) as Partial<EventsPageState["subject"]>;
  if (![groupId, target, name, place].every((text) => typeof text === "string")) return undefined;
  const content = { subject: { groupId, target, name }, place } as EventsContent;
  const { events, values, from, to } = (filter ?? {}) as Partial<EventsFilter>;
  return isTexts(events) && isTexts(values) && typeof from === "string" && typeof to === "string"
    ? { ...content, filter: { events, values, from, to } }
    : content;
}

function filterOf(target: Target): EventsFilter | undefined {
  if (target.kind !== "contract" || target.eventSignature === undefined) return undefined;
  return { events: [target.eventSignature], values: [], from: "", to: "" };
}

/** The page of events: of a contract, an address or the whole group, old and new, also after the window was loaded anew. */
export function registerEvents(app: Chainside): vscode.Disposable {
  const pages = new OpenPages<EventsContent, EventsPanel>({
    viewType: "chainside.events",
    key: ({ subject }) => `${subject.groupId} ${subject.target.toLowerCase()}`,
    title: ({ subject }) => subject.name,
    make: async (panel, content, closed) => {
      const { EventsPanel } = await import("./eventsPanel");
      return new EventsPanel(app, panel, content, closed);
    },
    show: (page, { filter }) => filter && page.choose(filter),
    restore: restoredContent,
    // A page that is seen is a view of its chain.
    restored: () => app.connections.restore(),
  });
  const open = async (group: ChainGroup, target: Target): Promise<void> => {
    const { askEmitter } = await import("./askEmitter");
    const { address, name } = await askEmitter(app, group, target);
    const filter = filterOf(target);
    await pages.open({
      subject: { groupId: group.id, target: address, name },
      place: groupTitle(group),
      ...(filter ? { filter } : {}),
    });
  };
  return vscode.Disposable.from(
    pages,
    registerTargetCommands(app, { "chainside.findEvents": reads((group, target) => open(group, target)) }),
  );
}
