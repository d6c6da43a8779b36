// Files of a Java application that are the same for all contracts.

/** `Chain.java`: the connection and the account. */
export const chainClassText = (packageName: string): string => `package ${packageName};

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.fisco.bcos.sdk.v3.BcosSDK;
import org.fisco.bcos.sdk.v3.client.Client;
import org.fisco.bcos.sdk.v3.config.ConfigOption;
import org.fisco.bcos.sdk.v3.config.model.ConfigProperty;
import org.fisco.bcos.sdk.v3.crypto.CryptoSuite;
import org.fisco.bcos.sdk.v3.crypto.keypair.CryptoKeyPair;

/** One group of a chain, and the account that signs. */
public final class Chain implements AutoCloseable {
  private final BcosSDK sdk;
  private final Client client;
  private final CryptoKeyPair credential;
  private final boolean mayWrite;

  private Chain(BcosSDK sdk, Client client, CryptoKeyPair account) {
    this.sdk = sdk;
    this.client = client;
    this.mayWrite = account != null;
    // calls name a sender, too: without an account one that is made for them and signs nothing
    this.credential =
        account != null ? account : client.getCryptoSuite().generateRandomKeyPair();
  }

  /** The settings in a file, such as chain.properties. */
  public static Properties settings(Path file) throws IOException {
    Properties settings = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      settings.load(reader);
    }
    return settings;
  }

  /**
   * Connects as the settings say. The key file of the account is named by the variable
   * ACCOUNT_KEY_FILE (.pem or .p12), its password by ACCOUNT_PASSWORD; without it nothing is sent.
   */
  public static Chain connect(Properties settings) throws Exception {
    BcosSDK sdk = new BcosSDK(new ConfigOption(configuration(settings)));
    try {
      Client client = sdk.getClient(settings.getProperty("chain.group", "group0"));
      String file = System.getenv("ACCOUNT_KEY_FILE");
      CryptoKeyPair account =
          file == null || file.isEmpty()
              ? null
              : account(client, file, System.getenv("ACCOUNT_PASSWORD"));
      return new Chain(sdk, client, account);
    } catch (Exception error) {
      sdk.stopAll();
      throw error;
    }
  }

  /** Connects with an account that is at hand, as tests have it: its private key in hex. */
  public static Chain connect(Properties settings, String privateKey) throws Exception {
    BcosSDK sdk = new BcosSDK(new ConfigOption(configuration(settings)));
    try {
      Client client = sdk.getClient(settings.getProperty("chain.group", "group0"));
      return new Chain(sdk, client, new CryptoSuite(client.getCryptoType()).loadKeyPair(privateKey));
    } catch (Exception error) {
      sdk.stopAll();
      throw error;
    }
  }

  private static CryptoKeyPair account(Client client, String file, String password) {
    CryptoSuite suite = new CryptoSuite(client.getCryptoType());
    String format = file.toLowerCase(Locale.ROOT).endsWith(".p12") ? "p12" : "pem";
    suite.loadAccount(format, file, password);
    return suite.getCryptoKeyPair();
  }

  /** Something is to be sent, and there is no account that could sign it. */
  public static final class NoAccount extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    NoAccount() {
      super("set ACCOUNT_KEY_FILE: without an account nothing is sent");
    }
  }

  private static ConfigProperty configuration(Properties settings) {
    String[] peers = settings.getProperty("chain.peers", "127.0.0.1:20200").split("\\\\s*,\\\\s*");
    Map<String, Object> network = new HashMap<>();
    network.put("peers", new ArrayList<>(Arrays.asList(peers)));
    network.put("defaultGroup", settings.getProperty("chain.group", "group0"));
    network.put("messageTimeout", settings.getProperty("chain.messageTimeout", "10000"));
    Map<String, Object> material = new HashMap<>();
    boolean secure = settings.containsKey("chain.tls.ca");
    boolean sm = settings.containsKey("chain.tls.enCert");
    material.put("disableSsl", String.valueOf(!secure));
    material.put("useSMCrypto", String.valueOf(sm));
    List<String[]> names =
        Arrays.asList(
            new String[] {"ca", "caCert"},
            new String[] {"cert", "sslCert"},
            new String[] {"key", "sslKey"},
            new String[] {"enCert", "enSslCert"},
            new String[] {"enKey", "enSslKey"});
    for (String[] name : names) {
      String path = settings.getProperty("chain.tls." + name[0]);
      if (path != null) {
        material.put(name[1], path);
      }
    }
    ConfigProperty property = new ConfigProperty();
    property.setNetwork(network);
    property.setCryptoMaterial(material);
    property.setAccount(new HashMap<>());
    return property;
  }

  public Client client() {
    return client;
  }

  /** Who the contract sees as its caller. */
  public CryptoKeyPair credential() {
    return credential;
  }

  /** Before a transaction: an account has to be there. */
  public void requireAccount() {
    if (!mayWrite) {
      throw new NoAccount();
    }
  }

  @Override
  public void close() {
    sdk.stopAll();
  }
}
`;

/** Ends the processes below one: of Java 8 by name, as it doesn't know of them. */
const endBelow = (java: number): string =>
  java > 8
    ? "    process.descendants().forEach(ProcessHandle::destroy);\n"
    : `    try {
      Stream<?> below = (Stream<?>) Process.class.getMethod("descendants").invoke(process);
      Method destroy = Class.forName("java.lang.ProcessHandle").getMethod("destroy");
      for (Object each : below.toArray()) {
        destroy.invoke(each);
      }
    } catch (ReflectiveOperationException java8) {
      // npx passes the end on
    }
`;

/** `DevChain.java`: an embedded chain around tests. @param java the oldest release of Java that compiles it */
export const devChainText = (packageName: string, java: number): string => `package ${packageName};

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
${java > 8 ? "" : "import java.lang.reflect.Method;\n"}import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
${java > 8 ? "" : "import java.util.stream.Stream;\n"}import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An embedded chain for the tests of a class: {@code chainside devchain} on a free port, ended with
 * them. The program is what the variable CHAINSIDE names (a program, or a .js file that node runs);
 * without it {@code npx chainside}.
 */
public final class DevChain implements BeforeAllCallback, AfterAllCallback {
  private final List<String> options;
  private Process process;
  private Chain chain;

  /** Further options, such as {@code --sm}. */
  public DevChain(String... options) {
    this.options = Arrays.asList(options);
  }

  /** The chain, with its first development account. */
  public Chain chain() {
    return chain;
  }

  private static List<String> program() {
    boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
    String named = System.getenv("CHAINSIDE");
    if (named == null || named.isEmpty()) {
      return Arrays.asList(windows ? "npx.cmd" : "npx", "--no-install", "chainside");
    }
    return named.endsWith(".js") ? Arrays.asList("node", named) : Arrays.asList(named);
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    List<String> command = new ArrayList<>(program());
    command.addAll(Arrays.asList("devchain", "--port", "0", "--json"));
    command.addAll(options);
    process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .directory(new File("."))
            .start();
    try {
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = lines.readLine();
      if (line == null) {
        throw new IllegalStateException("chainside devchain ended with " + process.waitFor());
      }
      JsonNode ready = new ObjectMapper().readTree(line);
      URI url = URI.create(ready.get("url").asText());
      Properties settings = new Properties();
      settings.setProperty("chain.peers", url.getHost() + ":" + url.getPort());
      settings.setProperty("chain.group", ready.get("groups").get(0).asText());
      // a busy machine answers late
      settings.setProperty("chain.messageTimeout", "60000");
      chain = Chain.connect(settings, ready.get("accounts").get(0).get("privateKey").asText());
    } catch (Exception error) {
      afterAll(context);
      throw error;
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (chain != null) {
      chain.close();
    }
    // npx has a process below it: both are ended
${endBelow(java)}    process.destroy();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
`;
