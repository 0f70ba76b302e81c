package store

import (
	"errors"
	"fmt"

	"gorm.io/gorm"
)

// A writeOp is a queued write and the channel of its answer.
type writeOp struct {
	run  func(tx *gorm.DB) error
	done chan error
}

// maxBatch is how many writes one transaction takes.
const maxBatch = 256

var errClosed = errors.New("the store is closed")

// send queues a write and returns the channel of its answer.
func (s *Store) send(run func(tx *gorm.DB) error) <-chan error {
	done := make(chan error, 1)
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		done <- errClosed
		return done
	}
	s.queue <- writeOp{run, done}
	return done
}

// do queues a write and waits for it. It takes no context: the transaction is shared with
// other writes and must not be interrupted.
func (s *Store) do(run func(tx *gorm.DB) error) error { return <-s.send(run) }

// writer stores what is queued, all that waits in one transaction, until the queue is closed.
func (s *Store) writer() {
	defer close(s.ended)
	for first := range s.queue {
		batch := []writeOp{first}
	drain:
		for len(batch) < maxBatch {
			select {
			case next, open := <-s.queue:
				if !open {
					break drain
				}
				batch = append(batch, next)
			default:
				break drain
			}
		}
		s.commit(batch)
	}
}

// commit stores a batch in one transaction. It answers once the transaction is on the disk.
func (s *Store) commit(batch []writeOp) {
	answers, err := s.commitAll(batch)
	if err != nil {
		answers, err = s.commitEach(batch)
	}
	for i, o := range batch {
		if err != nil {
			o.done <- wrapFault("store", err)
		} else {
			o.done <- answers[i]
		}
	}
}

// commitAll stores a batch without savepoints. If a write fails, nothing is stored; nearly
// always none does.
func (s *Store) commitAll(batch []writeOp) ([]error, error) {
	return make([]error, len(batch)), s.write.Transaction(func(tx *gorm.DB) error {
		if err := s.backend.lock(tx); err != nil {
			return err
		}
		for _, o := range batch {
			if err := run(o, tx); err != nil {
				return err
			}
		}
		return nil
	})
}

// commitEach stores a batch with a savepoint for each write, so that only the writes that
// fail are undone.
func (s *Store) commitEach(batch []writeOp) ([]error, error) {
	answers := make([]error, len(batch))
	return answers, s.write.Transaction(func(tx *gorm.DB) error {
		if err := s.backend.lock(tx); err != nil {
			return err
		}
		for i, o := range batch {
			if err := tx.SavePoint("op").Error; err != nil {
				return err
			}
			if answers[i] = run(o, tx); answers[i] != nil {
				if faultKey(answers[i]) != "" {
					return answers[i] // SQLite has rolled the whole transaction back
				}
				if err := tx.RollbackTo("op").Error; err != nil {
					return err
				}
			}
			if err := tx.Exec("RELEASE SAVEPOINT op").Error; err != nil {
				return err
			}
		}
		return nil
	})
}

// run runs a write and turns a panic into an error, so that the writer goes on.
func run(o writeOp, tx *gorm.DB) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("store: %v", r)
		}
	}()
	return o.run(tx.Session(&gorm.Session{NewDB: true}))
}
