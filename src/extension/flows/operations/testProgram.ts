import type { EditorTestProtocol } from "../../../contractTests/service/messages";
import type { Program } from "../../../processes/program";
import { chosenLanguage, t } from "../../../text/catalogue";
import { startProgram } from "../../kit/processes/serviceProcess";

/** A process of its own for tests of contracts (`file` is `dist/contractTestService.js`). The one that starts it ends it. */
export const startTestProgram = (file: string): Program<EditorTestProtocol> =>
  startProgram<EditorTestProtocol>({
    name: "tests",
    file,
    environment: () => ({ CHAINSIDE_LOCALE: chosenLanguage() }),
    warn: () => undefined,
    ended: (how, words) => new Error(`${t("A test process ended unexpectedly ({0}).", how)} ${words}`.trim()),
  });
