/*
 * The content of {{ file.module.blob_file.name }}, which lies beside this file. C23 compilers embed it; GCC and Clang
 * take it in by their assembler, from the current folder or the folders of -I. With the macro
 * {{ file.own_constant("blob file") }} defined as a path in all files of the program, the program reads it instead.
 */
union {{ name }} {
    unsigned char bytes[{{ blob.length() }}];
    {{ file.word }} words[{{ blob.length() / 8 }}];
};

#ifdef {{ file.own_constant("blob file") }}
extern union {{ name }} {{ name }};
#else
extern const union {{ name }} {{ name }};
#endif
