package console;

import console.command.SupportedCommand;
import console.command.category.CrudCommand;
import console.command.model.CommandInfo;
import console.common.ConsoleUtils;
import java.io.BufferedReader;
import java.io.InputStreamReader;

/** Lines of standard input, each done as the official console does what is typed; a mark stands behind the words of each. */
public final class Driver {
  private static final String MARK = "<<<done>>>";

  public static void main(String[] arguments) throws Exception {
    ConsoleInitializer console = new ConsoleInitializer();
    console.init(new String[] {});
    boolean auth = console.getClient().isEnableCommittee();
    SupportedCommand.setIsAuthOpen(auth);
    SupportedCommand.setIsWasm(false);
    System.out.println(MARK);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line; (line = lines.readLine()) != null; ) {
      try {
        String[] words = ConsoleUtils.tokenizeCommand(line);
        CommandInfo command = SupportedCommand.getCommandInfo(words[0], false, auth);
        if (command == null) {
          System.out.println("there is no " + words[0]);
        } else if (CrudCommand.CRUD_COMMANDS.contains(words[0])) {
          command.callCommand(console, new String[] {line}, null);
        } else {
          for (int at = 0; at < words.length; at++) {
            String word = words[at];
            boolean quoted = word.length() >= 3 && word.startsWith("\"") && word.endsWith("\"");
            if (quoted) words[at] = word.substring(1, word.length() - 1);
          }
          command.callCommand(console, words, console.getPrecompiledFace().getPwd());
        }
      } catch (Throwable error) {
        System.out.println("thrown " + error);
      }
      System.out.println(MARK);
      System.out.flush();
    }
    System.exit(0);
  }
}
