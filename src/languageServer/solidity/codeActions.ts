import { answerActions } from "../documents/answers";
import { signalOf } from "../protocol/messages";
import type { SolidityFeature } from "./feature";

/** Whether an editor asks for a kind of action: all where it names none. */
export const wants = (only: readonly string[] | undefined, kind: string): boolean =>
  only?.some((each) => `${kind}.`.startsWith(`${each}.`)) ?? true;

/** What may be done at a place: other features say it (`state.parts.actions`), and which kinds they have in their capabilities. */
export const codeActions: SolidityFeature = {
  register(state) {
    answerActions(state.connection, async (asked, token) => {
      const source = state.sources.get(asked.textDocument.uri);
      if (!source) return [];
      const signal = signalOf(token);
      const { only } = asked.context;
      const found = (await Promise.all(state.parts.actions.map((part) => part(source, asked, signal)))).flat();
      return found.filter(({ kind = "" }) => wants(only, kind));
    });
  },
};
