import type { WorkspaceEdit } from "vscode-languageserver/node";
import { importsAfterMoves } from "../../solidity/language/answers/movedFiles";
import { isOwnFile } from "../../solidity/language/editedFiles";
import { PlacesAsked } from "../../solidity/language/placesAsked";
import { rootOf } from "../../solidity/project/projectRoot";
import { pathOf } from "../documents/protocolRanges";
import { signalOf } from "../protocol/messages";
import type { SolidityFeature } from "./feature";
import { uriOfPath } from "./lookedAt";

/** Imports follow files and folders that are renamed or moved. */
export const fileMoves: SolidityFeature = {
  register(state) {
    state.connection.workspace.onWillRenameFiles(async ({ files }, token): Promise<WorkspaceEdit | null> => {
      const moves = files.flatMap(({ oldUri, newUri }) => {
        const [from, to] = [pathOf(oldUri), pathOf(newUri)];
        return from === undefined || to === undefined ? [] : [{ from, to }];
      });
      const changes: NonNullable<WorkspaceEdit["changes"]> = {};
      for (const project of await state.service.projectsOf(
        moves.map(({ from }) => from),
        (path) => state.request([path], false),
      )) {
        signalOf(token).throwIfAborted();
        const places = new PlacesAsked(project);
        for (const { file, changes: own } of importsAfterMoves(project, moves)) {
          const path = project.pathOf(file);
          if (path === undefined || !(await isOwnFile(rootOf(path, state.folderOf(path)), path))) continue;
          changes[uriOfPath(state, path)] = own.map(({ start, end, text }) => ({
            range: places.rangeOf({ file, start, end }),
            newText: text,
          }));
        }
      }
      return Object.keys(changes).length > 0 ? { changes } : null;
    });
  },
};
