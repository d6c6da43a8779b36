// Classes of a Spring Boot service that are the same for all contracts.

/** `Application.java`. */
export const applicationClassText = (packageName: string): string => `package ${packageName};

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The service: settings are in application.properties and chain.properties. */
@SpringBootApplication
public class Application {
  public static void main(String[] arguments) {
    SpringApplication.run(Application.class, arguments);
  }
}
`;

/** `ChainConnection.java`: the chain for the controllers. */
export const connectionClassText = (packageName: string): string => `package ${packageName};

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.fisco.bcos.sdk.v3.BcosSDKException;
import org.fisco.bcos.sdk.v3.client.exceptions.ClientException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * The chain of the settings, connected when it is first asked: the service starts without it, and
 * connects again with the next request where that failed.
 */
@Component
public class ChainConnection implements DisposableBean {
  private static final String[] NAMES = {
    "chain.peers",
    "chain.group",
    "chain.messageTimeout",
    "chain.tls.ca",
    "chain.tls.cert",
    "chain.tls.key",
    "chain.tls.enCert",
    "chain.tls.enKey"
  };

  private final Environment settings;
  private final Map<String, Object> services = new ConcurrentHashMap<>();
  private Chain chain;

  public ChainConnection(Environment settings) {
    this.settings = settings;
  }

  /** The chain. */
  public synchronized Chain chain() {
    if (chain == null) {
      Properties properties = new Properties();
      for (String name : NAMES) {
        String value = settings.getProperty(name);
        if (value != null) {
          properties.setProperty(name, value);
        }
      }
      try {
        chain = Chain.connect(properties);
      } catch (BcosSDKException | ClientException error) {
        throw new Unreachable(error);
      } catch (Exception error) {
        throw new IllegalStateException("the settings of the chain: " + error.getMessage(), error);
      }
    }
    return chain;
  }

  /** The address of the settings at which a contract stands. */
  public String address(String contract) {
    String address = settings.getProperty("contract." + contract);
    if (address == null || address.isEmpty()) {
      throw new NotDeployed(contract);
    }
    return address;
  }

  /** The service of a contract, made when it is first asked. */
  public <T> T service(String contract, Class<T> type, BiFunction<Chain, String, T> at) {
    String address = address(contract);
    Chain connected = chain();
    return type.cast(services.computeIfAbsent(contract, name -> at.apply(connected, address)));
  }

  @Override
  public synchronized void destroy() {
    if (chain != null) {
      chain.close();
    }
  }

  /** No node answers. */
  public static final class Unreachable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unreachable(Throwable cause) {
      super("no node of the chain can be reached", cause);
    }
  }

  /** The settings have no address of a contract. */
  public static final class NotDeployed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotDeployed(String contract) {
      super("chain.properties has no contract." + contract);
    }
  }
}
`;

/** `ChainHealth.java`: the chain in `/actuator/health`. */
export const healthClassText = (packageName: string): string => `package ${packageName};

import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.stereotype.Component;

/** Whether the chain answers: chainHealth in /actuator/health. */
@Component
public class ChainHealth extends AbstractHealthIndicator {
  private final ChainConnection connection;

  public ChainHealth(ChainConnection connection) {
    super("the chain doesn't answer");
    this.connection = connection;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    Chain chain = connection.chain();
    health
        .up()
        .withDetail("group", chain.client().getGroup())
        .withDetail("block", chain.client().getBlockNumber().getBlockNumber());
  }
}
`;

/** `OpenApiConfiguration.java`: what the OpenAPI page says beside the routes. */
export const openApiClassText = (packageName: string, title: string): string => `package ${packageName};

import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;

/** The page at /swagger-ui.html: types of the contracts come from openapi-schemas.json. */
@Configuration
public class OpenApiConfiguration {
  @Bean
  public OpenAPI openApi() throws IOException {
    try (InputStream file = new ClassPathResource("openapi-schemas.json").getInputStream()) {
      Components components = Json.mapper().readValue(file, Components.class);
      return new OpenAPI()
          .info(new Info().title("${title}").version("0.1.0"))
          .components(components);
    }
  }
}
`;

/** `PageGuard.java`: whose requests are heard. */
export const guardClassText = (packageName: string): string => `package ${packageName};

import java.net.URI;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.springframework.ui.ModelMap;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.WebRequestInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Pages of other sites are refused: a browser says that one asks (Sec-Fetch-Site, Origin), or asks
 * for a name that the other site chose for this machine, wherever the service listens. What it
 * sends would be signed by the account of this service.
 */
@Component
public class PageGuard implements WebRequestInterceptor, WebMvcConfigurer {
  private static final Pattern LOCAL =
      Pattern.compile(
          "(?i)(localhost|127\\\\.\\\\d+\\\\.\\\\d+\\\\.\\\\d+|\\\\[::1\\\\]|::1)(:\\\\d+)?");

  private final Set<String> hosts = new HashSet<>();

  public PageGuard(Environment settings) {
    for (String host : settings.getProperty("api.hosts", "").split(",")) {
      hosts.add(host.trim().toLowerCase(Locale.ROOT));
    }
    hosts.remove("");
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addWebRequestInterceptor(this);
  }

  @Override
  public void preHandle(WebRequest request) {
    String host = request.getHeader("Host");
    if (host == null || !(LOCAL.matcher(host).matches() || hosts.contains(nameOf(host)))) {
      throw new Foreign();
    }
    String site = request.getHeader("Sec-Fetch-Site");
    if (site == null ? isOther(request.getHeader("Origin"), host) : !isOwn(site)) {
      throw new Foreign();
    }
  }

  private static String nameOf(String host) {
    return host.replaceFirst(":\\\\d+$", "").toLowerCase(Locale.ROOT);
  }

  private static boolean isOwn(String site) {
    return "same-origin".equals(site) || "none".equals(site);
  }

  private static boolean isOther(String origin, String host) {
    try {
      return origin != null && !URI.create(origin).getAuthority().equals(host);
    } catch (IllegalArgumentException | NullPointerException error) {
      return true; // "null", and what is no address
    }
  }

  @Override
  public void postHandle(WebRequest request, ModelMap model) {}

  @Override
  public void afterCompletion(WebRequest request, Exception error) {}

  /** A page of another site asks. */
  public static final class Foreign extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Foreign() {
      super("pages of other sites can't ask");
    }
  }
}
`;

/** `ApiToken.java`: who may have something signed. */
export const tokenClassText = (packageName: string): string => `package ${packageName};

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.WebRequest;

/**
 * What callers show who have something signed: the setting api.token, else what the file api-token
 * (or api.token-file) holds, which is made at the first start.
 */
@Component
public class ApiToken {
  private static final String SCHEME = "Bearer ";

  private final byte[] token;

  public ApiToken(Environment settings) throws IOException {
    String given = settings.getProperty("api.token", "");
    String file = settings.getProperty("api.token-file", "");
    String known =
        given.isEmpty() ? kept(Paths.get(file.isEmpty() ? "api-token" : file)) : given;
    if (known.isEmpty()) {
      throw new IllegalStateException("there is no token in " + file);
    }
    token = known.getBytes(StandardCharsets.UTF_8);
  }

  private static String kept(Path file) throws IOException {
    if (!Files.exists(file)) {
      byte[] random = new byte[32];
      new SecureRandom().nextBytes(random);
      StringBuilder made = new StringBuilder();
      for (byte each : random) {
        made.append(String.format("%02x", each));
      }
      if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } else {
        Files.createFile(file);
      }
      Files.write(
          file, made.toString().getBytes(StandardCharsets.UTF_8), StandardOpenOption.WRITE);
      System.err.println("The token for requests that sign is in " + file);
    }
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).trim();
  }

  /** Lets a request go on that shows the token. */
  public void require(WebRequest request) {
    String shown = request.getHeader("Authorization");
    if (shown == null || !shown.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new Missing();
    }
    byte[] given = shown.substring(SCHEME.length()).trim().getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(given, token)) {
      throw new Missing();
    }
  }

  /** The token is missing, or another one. */
  public static final class Missing extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Missing() {
      super("the header Authorization must have the service's token: Bearer TOKEN");
    }
  }
}
`;

/** `ApiErrors.java`: what callers get for failures. */
export const errorsClassText = (packageName: string): string => `package ${packageName};

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.fisco.bcos.sdk.v3.client.exceptions.ClientException;
import org.fisco.bcos.sdk.v3.model.TransactionReceipt;
import org.fisco.bcos.sdk.v3.transaction.model.exception.ContractException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Failures as JSON: 400 for wrong values, 403 without an account or to a page of another site, 404
 * for a contract without an address, 422 for what the contract or the chain refuses, 502 for an
 * answer of something else than the contract, 503 where no node answers.
 */
@RestControllerAdvice
public class ApiErrors {
  @ExceptionHandler
  public ResponseEntity<Object> wrongValue(JsonValue.WrongValue error) {
    return answer(HttpStatus.BAD_REQUEST, "wrongValue", error.getMessage(), "place", error.place());
  }

  @ExceptionHandler
  public ResponseEntity<Object> wrongBody(HttpMessageNotReadableException error) {
    Throwable cause = error.getCause();
    String why =
        cause instanceof JsonProcessingException
            ? ((JsonProcessingException) cause).getOriginalMessage()
            : "it is missing";
    return answer(HttpStatus.BAD_REQUEST, "wrongBody", "the body must be JSON: " + why);
  }

  @ExceptionHandler
  public ResponseEntity<Object> noAccount(Chain.NoAccount error) {
    return answer(HttpStatus.FORBIDDEN, "noAccount", error.getMessage());
  }

  @ExceptionHandler
  public ResponseEntity<Object> noToken(ApiToken.Missing error) {
    return answer(HttpStatus.UNAUTHORIZED, "noToken", error.getMessage());
  }

  @ExceptionHandler
  public ResponseEntity<Object> foreignPage(PageGuard.Foreign error) {
    return answer(HttpStatus.FORBIDDEN, "foreignPage", error.getMessage());
  }

  @ExceptionHandler
  public ResponseEntity<Object> notDeployed(ChainConnection.NotDeployed error) {
    return answer(HttpStatus.NOT_FOUND, "notDeployed", error.getMessage());
  }

  @ExceptionHandler
  public ResponseEntity<Object> unreachable(ChainConnection.Unreachable error) {
    return answer(HttpStatus.SERVICE_UNAVAILABLE, "unreachable", error.getMessage());
  }

  @ExceptionHandler
  public ResponseEntity<Object> client(ClientException error) {
    return isRefusal(error.getErrorCode())
        ? answer(HttpStatus.UNPROCESSABLE_ENTITY, "refused", error.getErrorMessage())
        : answer(
            HttpStatus.SERVICE_UNAVAILABLE, "unreachable", "no node of the chain can be reached");
  }

  /** Of a node, as transaction pools and JSON-RPC have them; what the SDK itself tells is above. */
  private static boolean isRefusal(int code) {
    return code >= 10000 || code <= -32000;
  }

  /**
   * A call or a transaction that failed.
   *
   * @param own the contract's own error with its values, or null
   */
  static ResponseEntity<Object> failed(ContractException error, Map<String, Object> own) {
    TransactionReceipt receipt = error.getReceipt();
    boolean executed = own != null || receipt == null || receipt.getBlockNumber() != null;
    if (!executed && !isRefusal(error.getErrorCode())) {
      return answer(
          HttpStatus.SERVICE_UNAVAILABLE, "unreachable", "no node of the chain can be reached");
    }
    String code = executed ? "failed" : "refused";
    return own == null
        ? answer(HttpStatus.UNPROCESSABLE_ENTITY, code, error.getMessage())
        : answer(HttpStatus.UNPROCESSABLE_ENTITY, "reverted", error.getMessage(), "error", own);
  }

  /** An answer of something else than the contract. */
  static ResponseEntity<Object> undecodable(IllegalArgumentException error) {
    return answer(
        HttpStatus.BAD_GATEWAY,
        "undecodable",
        "the answer isn't of the contract's types: " + error.getMessage());
  }

  private static ResponseEntity<Object> answer(
      HttpStatus status, String code, String message, Object... more) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("code", code);
    error.put("message", message);
    for (int at = 0; at < more.length; at += 2) {
      error.put((String) more[at], more[at + 1]);
    }
    return ResponseEntity.status(status).body(JsonValue.object("error", error));
  }
}
`;

/** `JsonValue.java`: values of contracts in JSON. */
export const jsonValueClassText = (packageName: string): string => `package ${packageName};

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.fisco.bcos.sdk.v3.model.TransactionReceipt;

/**
 * A value that a caller sent, with its place in the body: what isn't of its type is refused by that
 * place. Integers are decimal texts (JSON numbers are taken, too), bytes are hex with 0x, structs
 * are objects.
 */
public final class JsonValue {
  private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,78}");
  private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-fA-F]{40}");

  private final JsonNode node;
  private final String place;

  private JsonValue(JsonNode node, String place) {
    this.node = node;
    this.place = place;
  }

  /** A value of a body is wrong. */
  public static final class WrongValue extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String place;

    WrongValue(String place, String message) {
      super((place.isEmpty() ? "the body" : place) + " " + message);
      this.place = place;
    }

    /** {@code item.prices[1]}; empty for the body itself. */
    public String place() {
      return place;
    }
  }

  /** A body that has these members and no others. */
  public static JsonValue body(JsonNode node, String... names) {
    return new JsonValue(node, "").struct(names);
  }

  private WrongValue wrong(String wanted) {
    return new WrongValue(place, "must be " + wanted);
  }

  /** This, which is an object that has these members and no others. */
  public JsonValue struct(String... names) {
    if (!node.isObject()) {
      throw wrong("an object with the members " + String.join(", ", names));
    }
    List<String> known = Arrays.asList(names);
    for (Iterator<String> each = node.fieldNames(); each.hasNext(); ) {
      String name = each.next();
      if (!known.contains(name)) {
        throw new WrongValue(place, "has no member " + name);
      }
    }
    for (String name : names) {
      if (!node.has(name)) {
        throw new WrongValue(place, "lacks the member " + name);
      }
    }
    return this;
  }

  public JsonValue member(String name) {
    return new JsonValue(node.get(name), place.isEmpty() ? name : place + "." + name);
  }

  /** An integer of {@code uint64}, {@code int256}, and so on. */
  public BigInteger integer(String type) {
    boolean signed = type.startsWith("int");
    int bits = Integer.parseInt(type.substring(signed ? 3 : 4));
    BigInteger number = null;
    if (node.isTextual() && DECIMAL.matcher(node.textValue()).matches()) {
      number = new BigInteger(node.textValue());
    } else if (node.isIntegralNumber()) {
      number = node.bigIntegerValue();
    }
    if (number == null
        || (signed
            ? number.bitLength() >= bits
            : number.signum() < 0 || number.bitLength() > bits)) {
      throw wrong("an integer of " + type + " as a decimal text");
    }
    return number;
  }

  public Boolean bool() {
    if (!node.isBoolean()) {
      throw wrong("true or false");
    }
    return node.booleanValue();
  }

  public String text() {
    if (!node.isTextual()) {
      throw wrong("a text");
    }
    return node.textValue();
  }

  public String address() {
    if (!node.isTextual() || !ADDRESS.matcher(node.textValue()).matches()) {
      throw wrong("an address: 0x and 40 hex digits");
    }
    return node.textValue();
  }

  public byte[] bytes() {
    byte[] bytes = node.isTextual() ? ofHex(node.textValue()) : null;
    if (bytes == null) {
      throw wrong("bytes: 0x and two hex digits for each");
    }
    return bytes;
  }

  public byte[] bytes(int size) {
    byte[] bytes = node.isTextual() ? ofHex(node.textValue()) : null;
    if (bytes == null || bytes.length != size) {
      throw wrong("bytes" + size + ": 0x and " + 2 * size + " hex digits");
    }
    return bytes;
  }

  public <T> List<T> list(Function<JsonValue, T> element) {
    if (!node.isArray()) {
      throw wrong("a list");
    }
    List<T> list = new ArrayList<>();
    for (int at = 0; at < node.size(); at++) {
      list.add(element.apply(new JsonValue(node.get(at), place + "[" + at + "]")));
    }
    return list;
  }

  public <T> List<T> list(int length, Function<JsonValue, T> element) {
    if (!node.isArray() || node.size() != length) {
      throw wrong("a list of " + length);
    }
    return list(element);
  }

  private static byte[] ofHex(String text) {
    if (!text.startsWith("0x") || text.length() % 2 != 0) {
      return null;
    }
    byte[] bytes = new byte[text.length() / 2 - 1];
    for (int at = 0; at < bytes.length; at++) {
      int high = Character.digit(text.charAt(2 * at + 2), 16);
      int low = Character.digit(text.charAt(2 * at + 3), 16);
      if (high < 0 || low < 0) {
        return null;
      }
      bytes[at] = (byte) (high << 4 | low);
    }
    return bytes;
  }

  /** Bytes as callers get them. */
  public static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder("0x");
    for (byte each : bytes) {
      text.append(Character.forDigit(each >> 4 & 15, 16)).append(Character.forDigit(each & 15, 16));
    }
    return text.toString();
  }

  /** An integer as callers get it: JSON's own numbers lose digits in many languages. */
  public static String decimal(BigInteger number) {
    return number.toString();
  }

  /** A list as callers get it. */
  public static <T> List<Object> list(List<T> list, Function<T, Object> element) {
    List<Object> written = new ArrayList<>();
    for (T each : list) {
      written.add(element.apply(each));
    }
    return written;
  }

  /** An object: names and values by turns. */
  public static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      object.put((String) namesAndValues[at], namesAndValues[at + 1]);
    }
    return object;
  }

  /** What callers get of a transaction. */
  public static Map<String, Object> receipt(
      TransactionReceipt receipt, Object result, Events events) {
    return object(
        "transactionHash",
        receipt.getTransactionHash(),
        "blockNumber",
        receipt.getBlockNumber().toString(),
        "result",
        result,
        "events",
        new ArrayList<>(events.found.values()));
  }

  /** Events of a receipt, in its order. */
  public static final class Events {
    private final Map<Integer, Object> found = new TreeMap<>();
    private final List<TransactionReceipt.Logs> logs;

    public Events(TransactionReceipt receipt) {
      List<TransactionReceipt.Logs> all = receipt.getLogEntries();
      logs = all == null ? Collections.<TransactionReceipt.Logs>emptyList() : all;
    }

    /** Adds what a log tells, unless another event has told it. */
    public void add(TransactionReceipt.Logs log, String event, Map<String, Object> values) {
      for (int at = 0; at < logs.size(); at++) {
        if (logs.get(at) == log) {
          found.putIfAbsent(at, object("event", event, "values", values));
        }
      }
    }
  }
}
`;
