{% if let Some(pair) = self.page().pair %}
    /// <summary>What a rook and a bishop attack.</summary>
    {{ visible }} struct {{ pair.kind }}
    {
        /// <summary>The squares that the rook attacks.</summary>
        public readonly ulong Rook;

        /// <summary>The squares that the bishop attacks.</summary>
        public readonly ulong Bishop;

        internal {{ pair.kind }}(ulong rook, ulong bishop)
        {
            Rook = rook;
            Bishop = bishop;
        }
    }

{% for line in self.function_doc(pair.name, pair.doc) %}    /// {{ line }}
{% endfor %}    {{ visible }} static {{ pair.kind }} {{ pair.name }}(int square, ulong occupied)
    {
        ulong rook = {{ pair.rook }}(square, occupied);
        ulong bishop = {{ pair.bishop }}(square, occupied);
        return new {{ pair.kind }}(rook, bishop);
    }
{% endif %}{% if let Some(choice) = self.page().choice %}
{% for line in self.function_doc(choice.name, choice.doc) %}    /// {{ line }}
{% endfor %}    {{ visible }} static ulong {{ choice.name }}({{ choice.kind }} piece, int square, ulong occupied)
    {
        switch (piece)
        {
{% for one in choice.pieces %}            case {{ choice.kind }}.{{ one.member.named(Case::Pascal) }}:
                return {{ one.lookup }}{% if one.is_array %}[square]{% else %}(square{% if !one.is_leaper %}, occupied{% endif %}){% endif %};
{% endfor %}            default:
                throw new System.ArgumentOutOfRangeException(nameof(piece));
        }
    }
{% endif %}{% for batch in self.page().batches %}
    /// <summary>Looks up as many attack sets as there are squares.</summary>
    /// <param name="squares">The squares of the pieces.</param>
    /// <param name="occupied">The occupied squares, one set for each piece.</param>
    /// <param name="attacks">Where the attack sets go; it may be the array of occupied squares.</param>
    {{ visible }} static void {{ batch.name }}(byte[] squares, ulong[] occupied, ulong[] attacks)
    {
        if (occupied.Length != squares.Length || attacks.Length != squares.Length)
        {
            throw new System.ArgumentException("The three arrays have to be of one length.");
        }
        for (int i = 0; i < squares.Length; i++)
        {
            attacks[i] = {{ batch.lookup }}(squares[i], occupied[i]);
        }
    }
{% endfor %}
