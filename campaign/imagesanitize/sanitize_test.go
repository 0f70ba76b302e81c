package imagesanitize_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"oriflamme/campaign/imagesanitize"
)

// flag returns an image that is red on the left and blue on the right.
func flag(w, h int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{200, 20, 20, 255}
			if x >= w/2 {
				c = color.NRGBA{20, 20, 200, 255}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

func asJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// exif inserts a block with an orientation and the text "48.8566 N" after the start of a JPEG.
func exif(raw []byte, turn byte) []byte {
	tiff := []byte{'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0, 0, 0, 0, 0}
	body := append([]byte("Exif\x00\x00"), append(tiff, "48.8566 N"...)...)
	head := []byte{0xff, 0xd8, 0xff, 0xe1}
	head = binary.BigEndian.AppendUint16(head, uint16(len(body)+2))
	return append(append(head, body...), raw[2:]...)
}

// chunk returns a chunk of a PNG.
func chunk(kind string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, kind...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(append([]byte(kind), body...)))
}

// bomb returns a PNG whose header states a size, without pixels after it.
func bomb(w, h uint32, depth, colours byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	return append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, depth, colours, 0, 0, 0))...)
}

func colourAt(t *testing.T, p imagesanitize.Image, x, y int) string {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(p.Data))
	if err != nil {
		t.Fatal(err)
	}
	r, _, b, _ := img.At(x, y).RGBA()
	if r > b {
		return "red"
	}
	return "blue"
}

func TestClean(t *testing.T) {
	t.Run("nothing but pixels is kept", func(t *testing.T) {
		secret := []byte("48.8566 N")
		page := []byte("<script>alert(1)</script>PK\x03\x04")
		for name, raw := range map[string][]byte{
			"jpeg": append(exif(asJPEG(t, flag(40, 20)), 1), page...),
			"png":  append(append(asPNG(t, flag(40, 20)), chunk("tEXt", secret)...), page...),
		} {
			p, err := imagesanitize.Sanitize(raw)
			if err != nil || p.Width != 40 || p.Height != 20 || p.Type != "image/"+name {
				t.Fatalf("%s: %s of %d × %d: %v", name, p.Type, p.Width, p.Height, err)
			}
			if bytes.Contains(p.Data, secret) || bytes.Contains(p.Data, []byte("Exif")) || bytes.Contains(p.Data, []byte("script")) {
				t.Errorf("%s: more than pixels was kept", name)
			}
		}
	})
	t.Run("the same bytes give the same bytes", func(t *testing.T) {
		one, err := imagesanitize.Sanitize(asPNG(t, flag(30, 30)))
		two, err2 := imagesanitize.Sanitize(asPNG(t, flag(30, 30)))
		if err := errors.Join(err, err2); err != nil || !bytes.Equal(one.Data, two.Data) {
			t.Errorf("they differ: %v", err)
		}
	})
	t.Run("a photograph stands upright", func(t *testing.T) {
		// Where the red half is once the camera's turn is undone.
		red := map[byte]image.Point{1: {5, 20}, 2: {75, 20}, 3: {75, 20}, 4: {5, 20}, 5: {20, 5}, 6: {20, 5}, 7: {20, 75}, 8: {20, 75}}
		for turn, at := range red {
			p, err := imagesanitize.Sanitize(exif(asJPEG(t, flag(80, 40)), turn))
			if err != nil {
				t.Fatal(err)
			}
			w, h := 80, 40
			if turn >= 5 {
				w, h = 40, 80
			}
			if p.Width != w || p.Height != h || colourAt(t, p, at.X, at.Y) != "red" || colourAt(t, p, w-1-at.X, h-1-at.Y) != "blue" {
				t.Errorf("turn %d: %d × %d, %s at %v", turn, p.Width, p.Height, colourAt(t, p, at.X, at.Y), at)
			}
		}
	})
	t.Run("large ones are scaled down", func(t *testing.T) {
		p, err := imagesanitize.Sanitize(asJPEG(t, flag(2400, 600)))
		if err != nil || p.Width != imagesanitize.MaxSide || p.Height != 400 {
			t.Errorf("%d × %d: %v", p.Width, p.Height, err)
		}
	})
	t.Run("GIF becomes PNG and keeps its holes", func(t *testing.T) {
		img := image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.Transparent, color.Black})
		img.SetColorIndex(3, 3, 1)
		var b bytes.Buffer
		if err := gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{img, img}, Delay: []int{1, 1}}); err != nil {
			t.Fatal(err)
		}
		p, err := imagesanitize.Sanitize(b.Bytes())
		if err != nil || p.Type != imagesanitize.PNG {
			t.Fatalf("%s: %v", p.Type, err)
		}
		out, err := png.Decode(bytes.NewReader(p.Data))
		if _, _, _, a := out.At(0, 0).RGBA(); err != nil || a != 0 {
			t.Errorf("the hole is filled: %v", err)
		}
	})
	t.Run("WebP is read", func(t *testing.T) {
		p, err := imagesanitize.Sanitize(smallWebP)
		if err != nil || p.Width != 1 || p.Height != 1 {
			t.Errorf("%d × %d: %v", p.Width, p.Height, err)
		}
	})
}

// smallWebP is one pixel, lossless.
var smallWebP = []byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00")

func TestRefused(t *testing.T) {
	small := asPNG(t, flag(20, 20))
	for name, c := range map[string]struct {
		raw  []byte
		want error
	}{
		"a bomb":                  {bomb(60000, 60000, 8, 6), imagesanitize.ErrLarge},
		"a long thin bomb":        {bomb(1<<30, 1, 8, 6), imagesanitize.ErrLarge},
		"many pixels":             {bomb(4000, 4000, 8, 2), imagesanitize.ErrLarge},
		"deep pixels":             {bomb(3000, 3000, 16, 6), imagesanitize.ErrLarge},
		"many bytes":              {append(small, make([]byte, imagesanitize.MaxBytes)...), imagesanitize.ErrLarge},
		"a text":                  {[]byte("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"), imagesanitize.ErrKind},
		"nothing":                 {nil, imagesanitize.ErrKind},
		"an end that is missing":  {small[:len(small)/2], imagesanitize.ErrKind},
		"a head alone":            {bomb(10, 10, 8, 6), imagesanitize.ErrKind},
		"a picture without width": {bomb(0, 10, 8, 6), imagesanitize.ErrKind},
	} {
		if _, err := imagesanitize.Sanitize(c.raw); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// FuzzClean: every upload gives an error, or an image within the limits that keeps its size when it is cleaned again.
func FuzzClean(f *testing.F) {
	f.Add(asPNG(f, flag(6, 4)))
	f.Add(exif(asJPEG(f, flag(8, 8)), 6))
	f.Add(smallWebP)
	f.Add(bomb(60000, 60000, 8, 6))
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := imagesanitize.Sanitize(raw)
		if err != nil {
			return
		}
		again, err := imagesanitize.Sanitize(p.Data)
		if err != nil || again.Width != p.Width || again.Height != p.Height || max(p.Width, p.Height) > imagesanitize.MaxSide {
			t.Errorf("%d × %d comes out %d × %d: %v", p.Width, p.Height, again.Width, again.Height, err)
		}
	})
}
