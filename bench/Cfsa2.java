// CFSA2 files by morfologik's library, for the benchmark; its own command line does not run with
// Debian's JCommander. Cfsa2 build WORDS FILE, or Cfsa2 list FILE.
import java.io.BufferedOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import morfologik.fsa.FSA;
import morfologik.fsa.builders.CFSA2Serializer;
import morfologik.fsa.builders.FSABuilder;

class Cfsa2 {
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("build")) {
      byte[] text = Files.readAllBytes(Path.of(arguments[1]));  // sorted lines
      FSABuilder builder = new FSABuilder();
      for (int start = 0, at = 0; at < text.length; ++at)
        if (text[at] == '\n') {
          builder.add(text, start, at - start);
          start = at + 1;
        }
      try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[2])))) {
        new CFSA2Serializer().serialize(builder.complete(), file);
      }
    } else {
      try (InputStream file = Files.newInputStream(Path.of(arguments[1]));
          OutputStream out = new BufferedOutputStream(System.out)) {
        for (ByteBuffer word : FSA.read(file)) {
          out.write(word.array(), word.arrayOffset(), word.remaining());
          out.write('\n');
        }
      }
    }
  }
}
