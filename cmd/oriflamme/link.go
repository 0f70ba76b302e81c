package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"oriflamme/campaign"
)

var linkCommand = command{
	name:    "link",
	summary: "Print a link that signs a member in once, for who runs the machine: after a move, or when the only owner lost the browser.",
	example: "oriflamme link --db club.db --member Camille --base https://club.example",
	setup: func(f *flag.FlagSet) action {
		db, base := dbFlag(f), baseFlag(f)
		member := f.String("member", "", "`name` of the member, or their id when several have the name")
		club := f.String("club", "", "`name` or id of the club, when the database has several")
		return func(ctx context.Context, w streams, args []string) (err error) {
			if err := errors.Join(noArgs(args), checkBase(*base)); err != nil {
				return err
			}
			service, s, err := openService(*db, false)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			state, err := clubNamed(ctx, service, *club)
			if err != nil {
				return err
			}
			m, err := memberNamed(state, *member)
			if err != nil {
				return err
			}
			return printLink(ctx, w, service, state, m, *base)
		}
	},
}

// localBase is the address at which serve listens by default.
const localBase = "http://127.0.0.1:8080"

func baseFlag(f *flag.FlagSet) *string {
	return f.String("base", localBase, "`URL` under which people reach the site, for the link")
}

// checkBase returns an error when an address cannot be the beginning of a link.
func checkBase(base string) error {
	if u, err := url.Parse(base); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return usagef("--base: %q is no address such as https://club.example", base)
	}
	return nil
}

// clubNamed returns the club with a name or id, or for "" the only club. It fails when the name fits none or several.
func clubNamed(ctx context.Context, service *campaign.Service, name string) (*campaign.State, error) {
	all, err := clubStates(ctx, service)
	if err != nil {
		return nil, err
	}
	var fit []*campaign.State
	for _, state := range all {
		if name == "" || state.Club.ID == name || sameName(state.Club.Name, name) {
			fit = append(fit, state)
		}
	}
	list := joinNames(all, func(s *campaign.State) string { return fmt.Sprintf("%s (%s)", s.Club.Name, s.Club.ID) })
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case len(all) == 0:
		return nil, errors.New("the database has no club yet: the first visitor founds one")
	case name == "":
		return nil, usagef("say with --club which of these clubs:%s", list)
	case len(fit) == 0:
		return nil, fmt.Errorf("no club %q; there are:%s", name, list)
	}
	return nil, fmt.Errorf("several clubs are called %q: give the id with --club:%s", name, list)
}

// memberNamed returns the member of a club with a name or id. It fails when the name fits none or several.
func memberNamed(s *campaign.State, name string) (*campaign.Member, error) {
	var fit []*campaign.Member
	for _, m := range s.AllMembers() {
		if m.ID == name {
			return m, nil
		}
		if sameName(m.Name, name) {
			fit = append(fit, m)
		}
	}
	one := func(m *campaign.Member) string { return fmt.Sprintf("%s (%s), %s", m.Name, m.ID, m.Role) }
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case name == "":
		return nil, usagef("say with --member whom of %s:%s", s.Club.Name, joinNames(s.AllMembers(), one))
	case len(fit) == 0:
		return nil, fmt.Errorf("%s has no member %q; its members:%s", s.Club.Name, name, joinNames(s.AllMembers(), one))
	}
	return nil, fmt.Errorf("several members are called %q: give the id with --member:%s", name, joinNames(fit, one))
}

func sameName(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

func joinNames[T any](all []T, one func(T) string) string {
	var b strings.Builder
	for _, x := range all {
		b.WriteString("\n  " + one(x))
	}
	return b.String()
}

// printLink makes a sign-in link for a member and prints it with its terms.
func printLink(ctx context.Context, w streams, service *campaign.Service, s *campaign.State, m *campaign.Member, base string) error {
	token, err := service.IssueLink(ctx, campaign.Actor{}, s.Club.ID, m.ID)
	if err != nil {
		return err
	}
	until := time.Now().Add(campaign.LinkLife).Format("2006-01-02 15:04")
	_, err = fmt.Fprintf(w.out, "%s (%s) of %s enters with this link, once, until %s:\n%s/enter/%s\n", m.Name, m.Role, s.Club.Name, until, strings.TrimRight(base, "/"), token)
	return err
}

// ownerOf returns the member who has owned a club for the longest time, or nil.
func ownerOf(s *campaign.State) *campaign.Member {
	all := s.AllMembers()
	i := slices.IndexFunc(all, func(m *campaign.Member) bool { return m.Role == campaign.Owner })
	if i < 0 {
		return nil
	}
	return all[i]
}
