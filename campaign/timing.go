package campaign

import (
	"context"
	"time"
)

// A Task is something that a hall spends its time on.
type Task string

const (
	TaskFold   Task = "fold"   // folding a history from its first act, to open a club or to correct the past
	TaskAct    Task = "act"    // deciding one act: permission, rules, fold, hash
	TaskStore  Task = "store"  // from queueing an act until the disk has it
	TaskEngine Task = "engine" // playing one command of a battle
	TaskReplay Task = "replay" // playing a battle again from its record
)

// Tasks are all of them.
var Tasks = []Task{TaskFold, TaskAct, TaskStore, TaskEngine, TaskReplay}

// OnTask has somebody hear from now on how long each task took; hear is called by
// many goroutines.
func (h *Service) OnTask(notify func(Task, time.Duration)) { h.onTask.Store(&notify) }

// taskDone is deferred with the moment at which a task began.
func (h *Service) taskDone(t Task, began time.Time) {
	if notify := h.onTask.Load(); notify != nil {
		(*notify)(t, time.Since(began))
	}
}

// Ready returns nil when the database answers and is of this program's version.
func (h *Service) Ready(ctx context.Context) error { return h.database.Ready(ctx) }

// Waiting is how many writes wait for the disk.
func (h *Service) Waiting() int { return h.database.Waiting() }
