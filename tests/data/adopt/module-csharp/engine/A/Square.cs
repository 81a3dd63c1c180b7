namespace X { public struct Square { public int Index; } public enum Color { White, Black } }
