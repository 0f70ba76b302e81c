package imagesanitize

import (
	"encoding/binary"
	"image"
)

// orientation returns how the camera was held, from the Exif data of a JPEG: 1 (upright) to
// 8, the values of tag 274 of TIFF 6.0. It returns 1 if there is nothing to read.
func orientation(raw []byte) int {
	for at := 2; at+4 <= len(raw) && raw[at] == 0xff; {
		kind, size := raw[at+1], int(binary.BigEndian.Uint16(raw[at+2:]))
		if kind == 0xda || size < 2 || at+2+size > len(raw) {
			break // the pixels start, or the file ends
		}
		body := raw[at+4 : at+2+size]
		if kind == 0xe1 && len(body) > 6 && string(body[:6]) == "Exif\x00\x00" {
			return tiffOrientation(body[6:])
		}
		at += 2 + size
	}
	return 1
}

// tiffOrientation returns the value of the tag in the first directory of a TIFF.
func tiffOrientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if string(tiff[:2]) == "II" {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < 12 {
			break
		}
		if order.Uint16(entries) == 274 {
			if n := int(order.Uint16(entries[8:])); n >= 1 && n <= 8 {
				return n
			}
			break
		}
		entries = entries[12:]
	}
	return 1
}

// upright rotates and mirrors an image so that its top is up.
func upright(img *image.NRGBA, turn int) *image.NRGBA {
	if turn == 1 {
		return img
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	if turn >= 5 { // rotated by a quarter turn
		out = image.NewNRGBA(image.Rect(0, 0, h, w))
	}
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			sx, sy := source(turn, x, y, w, h)
			from, to := img.PixOffset(sx, sy), out.PixOffset(x, y)
			copy(out.Pix[to:to+4], img.Pix[from:from+4])
		}
	}
	return out
}

// source returns where in the file a pixel of the upright image is; w and h are the file's.
func source(turn, x, y, w, h int) (int, int) {
	switch turn {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, h - 1 - x
	case 7:
		return w - 1 - y, h - 1 - x
	}
	return w - 1 - y, x
}
