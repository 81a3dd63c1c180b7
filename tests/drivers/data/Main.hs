-- Compares lookups with rays that are walked.
module Main (main) where

import Control.Monad (forM_, when)
import Data.Bits (complement, setBit, shiftL, shiftR, testBit, xor, (.&.))
import Data.Word (Word64)
import qualified Bytes
import qualified Fancy
import qualified Filled
import qualified Kindergarten
import qualified Pair
import qualified Pext
import System.Exit (exitFailure)

walk :: [(Int, Int)] -> Int -> Word64 -> Word64
walk steps square occupied = foldl ray 0 steps
  where
    ray attacks (files, ranks) = go attacks (square `mod` 8 + files) (square `div` 8 + ranks)
      where
        go reached file rank
          | file < 0 || file > 7 || rank < 0 || rank > 7 = reached
          | testBit occupied bit = setBit reached bit
          | otherwise = go (setBit reached bit) (file + files) (rank + ranks)
          where
            bit = rank * 8 + file

rook, bishop :: [(Int, Int)]
rook = [(1, 0), (-1, 0), (0, 1), (0, -1)]
bishop = [(1, 1), (1, -1), (-1, 1), (-1, -1)]

next :: Word64 -> Word64
next = shifted shiftL 17 . shifted shiftR 7 . shifted shiftL 13
  where
    shifted shift by state = state `xor` shift state by

-- | The lookups of a rook, a bishop and a queen.
modules :: [(String, [Int -> Word64 -> Word64])]
modules =
  [ ("Bytes", [Bytes.rookAttacks, Bytes.bishopAttacks, Bytes.queenAttacks])
  , ("Fancy", [Fancy.rookAttacks, Fancy.bishopAttacks, Fancy.queenAttacks])
  , ("Filled", [Filled.rookAttacks, Filled.bishopAttacks, Filled.queenAttacks])
  , ("Kindergarten", [Kindergarten.rookAttacks, Kindergarten.bishopAttacks, Kindergarten.queenAttacks])
  , ("Pair", [Pair.rookAttacks, Pair.bishopAttacks, Pair.queenAttacks])
  , ("Pext", [Pext.rookAttacks, Pext.bishopAttacks, Pext.queenAttacks])
  ]

main :: IO ()
main = forM_ (zip [0 .. 63] (chunks (iterate next 88172645463325252))) $ \(square, given) -> do
  let sparse = zipWith (.&.) given (drop 100 given)
  forM_ (0 : complement 0 : given ++ sparse) $ \occupied -> do
    let right = [walk steps square occupied | steps <- [rook, bishop, rook ++ bishop]]
    forM_ modules $ \(name, lookups) ->
      when ([attacks square occupied | attacks <- lookups] /= right) $ do
        putStrLn (name ++ ": square " ++ show square ++ ", occupied " ++ show occupied)
        exitFailure
  where
    chunks endless = let (first, rest) = splitAt 200 endless in first : chunks rest
