package lookup;

/** Looks up a queen on d4. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        // Pieces on d6, f4 and b2.
        long occupied = 1L << Magics.D6 | 1L << Magics.F4 | 1L << Magics.B2;
        long attacks = Magics.queenAttacks(Magics.D4, occupied);
        System.out.printf("queen on d4: 0x%016x%n", attacks);
        System.exit(attacks == 0x80412a1c371c2a48L ? 0 : 1);
    }
}
