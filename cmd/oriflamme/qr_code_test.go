package main

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// scan reads a QR code off the screen as a camera does, from the pixels of the first element of a selector.
func (t tab) scan(selector string) string {
	t.t.Helper()
	var shot []byte
	t.run(emulation.SetDeviceMetricsOverride(900, 1200, 4, false)) // four screen pixels for each pixel of the page, in both directions
	t.run(chromedp.ScrollIntoView(selector, chromedp.ByQuery), chromedp.Screenshot(selector, &shot, chromedp.ByQuery, chromedp.NodeVisible))
	img, err := png.Decode(bytes.NewReader(shot))
	must(t.t, err)
	return readQR(t.t, img)
}

// codeCells returns the cells of a QR code. It finds their size from the finder pattern in the upper left corner,
// which is seven cells wide.
func codeCells(t *testing.T, img image.Image) [][]bool {
	t.Helper()
	box := img.Bounds()
	dark := func(x, y int) bool {
		r, g, b, _ := img.At(box.Min.X+x, box.Min.Y+y).RGBA()
		return r+g+b < 3*0x8000
	}
	corner := 0
	for corner < box.Dx() && !dark(corner, corner) {
		corner++
	}
	end := corner
	for end < box.Dx() && dark(end, corner+1) {
		end++
	}
	cell := float64(end-corner) / 7
	if cell < 1 {
		t.Fatalf("no code in a picture of %v", box)
	}
	size := 17 + 4*int((float64(box.Dx())/cell-8-17)/4+.5)
	if size < 21 || size > 57 {
		t.Fatalf("%d cells across", size)
	}
	cell = float64(box.Dx()) / float64(size+8)
	cells := make([][]bool, size)
	for y := range cells {
		cells[y] = make([]bool, size)
		for x := range cells[y] {
			cells[y][x] = dark(int((float64(x)+4.5)*cell), int((float64(y)+4.5)*cell))
		}
	}
	return cells
}

// blockLengths are, for each version from 1 on, the lengths of the blocks of data of a code at level M (ISO/IEC
// 18004, table 9).
var blockLengths = [][]int{{16}, {28}, {44}, {32, 32}, {43, 43}, {27, 27, 27, 27}, {31, 31, 31, 31}, {38, 38, 39, 39}, {36, 36, 36, 37, 37}, {43, 43, 43, 43, 44}}

// alignments are, for each version from 1 on, the rows and columns of the alignment patterns.
var alignments = [][]int{{}, {6, 18}, {6, 22}, {6, 26}, {6, 30}, {6, 34}, {6, 22, 38}, {6, 24, 42}, {6, 26, 46}, {6, 28, 50}}

// masks are the eight patterns laid over the data, by row and column.
var masks = []func(i, j int) bool{
	func(i, j int) bool { return (i+j)%2 == 0 }, func(i, _ int) bool { return i%2 == 0 }, func(_, j int) bool { return j%3 == 0 },
	func(i, j int) bool { return (i+j)%3 == 0 }, func(i, j int) bool { return (i/2+j/3)%2 == 0 }, func(i, j int) bool { return i*j%2+i*j%3 == 0 },
	func(i, j int) bool { return (i*j%2+i*j%3)%2 == 0 }, func(i, j int) bool { return ((i+j)%2+i*j%3)%2 == 0 },
}

// readQR reads the bytes of an undamaged code at level M.
func readQR(t *testing.T, img image.Image) string {
	t.Helper()
	cells := codeCells(t, img)
	size := len(cells)
	version := (size - 17) / 4
	format := 0
	for j := range 5 {
		format = format<<1 | bit(cells[8][j])
	}
	format ^= 0b10101
	if level := format >> 3; level != 0 {
		t.Fatalf("a code of level %02b", level)
	}
	words := dataWords(cells, version, masks[format&7])
	blocks := blockLengths[version-1]
	text, at := make([][]byte, len(blocks)), 0
	for k := range blocks[len(blocks)-1] {
		for b, length := range blocks {
			if k < length {
				text[b] = append(text[b], words[at])
				at++
			}
		}
	}
	data, read := bytes.Join(text, nil), 0
	take := func(n int) (v int) {
		for range n {
			v = v<<1 | int(data[read/8]>>(7-read%8)&1)
			read++
		}
		return v
	}
	if mode := take(4); mode != 0b0100 {
		t.Fatalf("mode %04b", mode)
	}
	length := 8
	if version > 9 {
		length = 16
	}
	said := make([]byte, take(length))
	for i := range said {
		said[i] = byte(take(8))
	}
	return string(said)
}

func bit(dark bool) int {
	if dark {
		return 1
	}
	return 0
}

// dataWords returns the words of a code in the order in which they run through it, two columns at a time.
func dataWords(cells [][]bool, version int, mask func(i, j int) bool) []byte {
	size, up := len(cells), true
	var words []byte
	word, n := 0, 0
	for right := size - 1; right > 0; right -= 2 {
		if right == 6 {
			right--
		}
		for k := range size {
			row := k
			if up {
				row = size - 1 - k
			}
			for _, col := range []int{right, right - 1} {
				if fixed(size, version, row, col) {
					continue
				}
				word = word<<1 | bit(cells[row][col] != mask(row, col))
				if n++; n == 8 {
					words, word, n = append(words, byte(word)), 0, 0
				}
			}
		}
		up = !up
	}
	return words
}

// fixed reports whether a cell holds no data: finder patterns with the format beside them, timing patterns, alignment
// patterns, the version.
func fixed(size, version, row, col int) bool {
	if row < 9 && col < 9 || row < 9 && col >= size-8 || row >= size-8 && col < 9 || row == 6 || col == 6 {
		return true
	}
	if version > 6 && (row < 6 && col >= size-11 || col < 6 && row >= size-11) {
		return true
	}
	all := alignments[version-1]
	for a, y := range all {
		for b, x := range all {
			last := len(all) - 1
			if a == 0 && b == 0 || a == 0 && b == last || a == last && b == 0 {
				continue // a finder pattern is there
			}
			if row >= y-2 && row <= y+2 && col >= x-2 && col <= x+2 {
				return true
			}
		}
	}
	return false
}
