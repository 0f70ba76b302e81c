// Package notify delivers notifications: by e-mail, to browsers through their push
// services, and to other sites by webhooks. It owns the transports and the format of
// each message. Package campaign decides who is notified of what; the caller supplies
// the title and the link of a notification.
//
// # The outbox
//
// Each act makes deliveries, one for each target that is to be notified. They are
// stored in the same transaction as the number of the last act that was processed, so
// each is made exactly once however often the program is killed. A delivery leaves the
// outbox when it has arrived. If the program is killed between sending and removing,
// it is sent again with the same number. A delivery that fails is tried again after
// growing pauses, and at last marked as failed for an organiser to see. Of the
// processes that share a database one does all this.
//
// # What it refuses
//
// An e-mail goes only to an address that its owner has confirmed, and contains a link
// that ends the e-mails. Push services and webhooks are called only if the address that
// the host name resolves to, at the moment of the connection, is a public Internet
// address. No redirect is followed; time and length of the answer are limited.
//
// Begin with deliverer.go, then enqueue.go (acts to deliveries) and deliver.go (sending).
package notify
