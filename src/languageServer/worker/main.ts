// One language of the language server as a process: what reads texts of others ends alone.
import { keepCompiled } from "../../files/userFolders";

keepCompiled();
const { serveAsProcess } = await import("./serveLanguage");
serveAsProcess();
