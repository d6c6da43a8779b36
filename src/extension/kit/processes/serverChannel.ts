import type { LanguageClient } from "vscode-languageclient/node";
import type { Answered, EditorAnswers, EditorNews } from "../../../languageServer/protocol/messages";

/** Answers what a language server asks. */
export const answerServer = <Name extends keyof EditorAnswers>(
  client: LanguageClient,
  name: Name,
  answer: (...asked: Parameters<EditorAnswers[Name]>) => Answered<Name> | Promise<Answered<Name>>,
): void => void client.onRequest(name, answer);

/** Tells a language server. */
export function tellServer<Name extends keyof EditorNews>(
  client: LanguageClient,
  name: Name,
  ...news: Parameters<EditorNews[Name]>
): Promise<void> {
  const [given]: readonly unknown[] = news;
  return given === undefined ? client.sendNotification(name) : client.sendNotification(name, given);
}
