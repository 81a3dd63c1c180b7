{% if let Some(walk) = self.page().walk %}{% let walked = self.walk(walk) %}{{ item.lines[0] }}
{{ item.lines[1] }}
  for (unsigned square = 0; square < {{ walk.indices }}; ++square) {
{% if let Some(squares) = walked.squares %}    if ((({{ squares }} >> square) & 1) == 0) {
      continue;
    }
{% endif %}{{ item.lines[2] }}
    std::uint64_t subset = 0;
    do {
{{ item.lines[3] }}
{{ item.lines[4] }}
      subset = (subset - mask) & mask;
    } while (subset != 0);
  }
}
{% endif %}