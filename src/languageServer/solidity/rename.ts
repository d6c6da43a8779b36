import { t } from "../../text/catalogue";
import { refused } from "../documents/answers";
import type { SolidityFeature } from "./feature";
import { uriOfPath } from "./locations";

/** All places of a name at once, or none where the result wouldn't compile. */
export const rename: SolidityFeature = {
  capabilities: { renameProvider: { prepareProvider: true } },
  register(state) {
    state.connection.onPrepareRename(async ({ textDocument, position }, token) => {
      const source = state.sources.get(textDocument.uri);
      const answer = source && (await state.ask(source, { kind: "nameAt", position }, "name", token));
      if (!answer?.range) throw refused(t("Nothing here can be renamed."));
      return { range: answer.range, placeholder: answer.name };
    });
    state.connection.onRenameRequest(async ({ textDocument, position, newName }, token) => {
      const source = state.sources.get(textDocument.uri);
      const answer = source && (await state.ask(source, { kind: "rename", position, newName }, "rename", token));
      if (!answer) return null;
      if (answer.refused !== undefined) throw refused(t("Not renamed. {0}", answer.refused));
      return {
        changes: Object.fromEntries(
          answer.changes.map(({ path, changes }) => [
            uriOfPath(state, path),
            changes.map(({ range, text }) => ({ range, newText: text })),
          ]),
        ),
      };
    });
  },
};
