package api

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/apitypes"
	"oriflamme/campaign/web/openapi"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
)

// clubOperations returns the operations that read the public data of a club or do acts for a member.
func clubOperations() []Operation {
	const club, camp, battle = "/clubs/{club}", "/clubs/{club}/campaigns/{campaign}", "/clubs/{club}/battles/{battle}"
	return []Operation{
		readOperation("/me", "me", "keys", "Whose key this is and what it allows", (*Handlers).apiMe),
		readOperation(club, "club", "clubs", "A club and its campaigns", withClub(func(v site.Visit) apitypes.Club { return apitypes.ClubOf(v.State, v.Lists) })),
		readOperation(camp, "campaign", "campaigns", "A campaign", withCampaign(func(_ site.Visit, camp *campaign.Campaign) apitypes.Campaign { return apitypes.CampaignOf(camp) })),
		readOperation(camp+"/standings", "standings", "campaigns", "The table of a campaign, with its tie-breaks", (*Handlers).apiStandings,
			openapi.Parameter{Name: "round", About: "the table as it was after this round", Integer: true}),
		readOperation(camp+"/battles", "battles", "campaigns", "All battles of a campaign", withCampaign(func(v site.Visit, camp *campaign.Campaign) apitypes.Battles {
			return apitypes.BattlesOf(v.State, camp.ID)
		})),
		readOperation(camp+"/rosters", "rosters", "campaigns", "All sides of a campaign", withCampaign(func(v site.Visit, camp *campaign.Campaign) apitypes.Rosters {
			return apitypes.RostersOf(v.State, camp.ID)
		})),
		readOperation(camp+"/map", "map", "campaigns", "The map of a campaign", withCampaign(func(v site.Visit, camp *campaign.Campaign) apitypes.Map { return apitypes.MapOf(v.State, camp) })),
		readOperation(camp+"/chronicle", "chronicle", "campaigns", "What happened in a campaign, and the stories told of it", withCampaign(func(v site.Visit, camp *campaign.Campaign) apitypes.Chronicle {
			return apitypes.ChronicleOf(v.State, camp.ID)
		})),
		readOperation(club+"/rosters/{roster}", "roster", "campaigns", "A side with the records of its units", (*Handlers).apiRoster),
		readOperation(battle, "battle", "battles", "A battle with its reports", (*Handlers).apiBattle),
		readOperation(battle+"/live", "live", "battles", "A battle in the engine as the reader's seat sees it", (*Handlers).apiLive),
		writeOperation(battle+"/report", "report", "battles", "Report a battle for one's own seat", campaign.KindReport, campaign.ScopeResults, (*Handlers).apiReport),
		writeOperation(battle+"/confirm", "confirm", "battles", "Agree with the first report", campaign.KindConfirm, campaign.ScopeResults, (*Handlers).apiConfirm),
		writeOperation(battle+"/dispute", "dispute", "battles", "Object to a report", campaign.KindDispute, campaign.ScopeResults, (*Handlers).apiDispute),
		writeOperation(battle+"/exhibits", "exhibit", "battles", "Show the arbiter of a dispute or an appeal a photograph", campaign.KindEvidence, campaign.ScopeResults, (*Handlers).apiEvidence, site.Upload),
		writeOperation(battle+"/silence", "silence", "battles", "Let a report hold that nobody has answered in time", campaign.KindAutoConfirm, campaign.ScopeResults, (*Handlers).apiAutoConfirm),
		writeOperation(battle+"/steps", "step", "battles", "Give a command in a live battle", campaign.ActionPlay, campaign.ScopePlay, (*Handlers).apiStep),
		writeOperation(club+"/rosters/{roster}/company", "company", "campaigns", "Say who plays a side beside its own player, and with whom it comes", campaign.KindSidePlayers, campaign.ScopeSides, (*Handlers).apiSidePlayers),
		writeOperation(camp+"/stories", "story", "campaigns", "Tell a story", campaign.KindStory, campaign.ScopeStories, (*Handlers).apiStory),
	}
}

func withClub[Out any](of func(site.Visit) Out) func(*Handlers, echo.Context) (Out, error) {
	return func(s *Handlers, c echo.Context) (out Out, err error) {
		v, err := s.Visit(c)
		if err != nil {
			return out, err
		}
		return of(v), nil
	}
}

func withCampaign[Out any](of func(site.Visit, *campaign.Campaign) Out) func(*Handlers, echo.Context) (Out, error) {
	return func(s *Handlers, c echo.Context) (out Out, err error) {
		v, camp, err := site.VisitAt(s.Base, c, site.Visit.Campaign)
		if err != nil {
			return out, err
		}
		return of(v, camp), nil
	}
}

func (s *Handlers) apiStandings(c echo.Context) (apitypes.Standings, error) {
	round := 0
	if text := c.QueryParam("round"); text != "" {
		var err error
		if round, err = strconv.Atoi(text); err != nil || round < 0 {
			return apitypes.Standings{}, site.NotANumber("round")
		}
	}
	return withCampaign(func(v site.Visit, camp *campaign.Campaign) apitypes.Standings {
		return apitypes.StandingsOf(v.State, camp.ID, round)
	})(s, c)
}

func (s *Handlers) apiRoster(c echo.Context) (apitypes.Roster, error) {
	v, r, err := site.VisitAt(s.Base, c, site.Visit.Roster)
	if err != nil {
		return apitypes.Roster{}, err
	}
	return apitypes.RosterOf(v.State, r), nil
}

func (s *Handlers) apiBattle(c echo.Context) (apitypes.BattleFile, error) {
	v, b, err := site.VisitAt(s.Base, c, site.Visit.Battle)
	if err != nil {
		return apitypes.BattleFile{}, err
	}
	return apitypes.BattleFileOf(v.State, b), nil
}

func (s *Handlers) apiLive(c echo.Context) (apitypes.Live, error) {
	v, b, err := site.VisitAt(s.Base, c, site.Visit.Battle)
	if err != nil {
		return apitypes.Live{}, err
	}
	live, err := s.Service.Live(c.Request().Context(), v.Club, b.ID)
	if err != nil {
		return apitypes.Live{}, err
	}
	return apitypes.LiveOf(live, v.Seat(b)), nil
}

// A bearer is the member for whom an API key acts.
type bearer struct {
	Club    campaign.ID `json:"club"`
	Member  campaign.ID `json:"member"`
	Name    string      `json:"name"`
	Role    string      `json:"role"`
	Scopes  []string    `json:"scopes"`
	Expires time.Time   `json:"expires"`
}

func (s *Handlers) apiMe(c echo.Context) (bearer, error) {
	key, ok := c.Get(site.KeyContextName).(campaign.APIKey)
	if !ok {
		return bearer{}, &campaign.Error{Code: campaign.Unauthenticated, Key: "no-key"}
	}
	v, err := s.MemberVisit(c)
	if err != nil {
		return bearer{}, err
	}
	b := bearer{Club: v.Club, Member: v.Member.ID, Name: v.Member.Name, Role: string(v.Member.Role), Expires: key.Expires}
	for _, scope := range key.Scopes {
		b.Scopes = append(b.Scopes, string(scope))
	}
	return b, nil
}

// apiIdempotencyKey returns the idempotency key of a request, with a prefix that keeps it apart from those of forms.
func apiIdempotencyKey(c echo.Context) string { return "api-" + c.Request().Header.Get(site.KeyHeader) }

// doOnce does an act for the bearer of the key, under the idempotency key of the request.
func (s *Handlers) doOnce(c echo.Context, v site.Visit, body campaign.Body) (apitypes.Receipt, error) {
	act, err := s.Service.Do(c.Request().Context(), v.Actor, v.Club, apiIdempotencyKey(c), campaign.ActRequest{Body: body})
	return apitypes.ReceiptOf(act), err
}

type reportIn struct {
	Winner int    `json:"winner" in:"-1..7"` // seat, or -1 for a draw
	Scores []int  `json:"scores" default:"[]" len:"0..8"`
	Reason string `json:"reason" default:"\"\"" in:"0..120"`
	Note   string `json:"note" default:"\"\"" in:"0..4000"`
	Seat   int    `json:"seat" default:"-1" in:"-1..7"` // for arbiters: the seat they report for, -1 for their own report
}

func (s *Handlers) apiReport(c echo.Context, in reportIn) (apitypes.Receipt, error) {
	v, b, err := site.VisitAt(s.Base, c, site.Visit.Battle)
	if err != nil {
		return apitypes.Receipt{}, err
	}
	seat := v.Seat(b)
	if seat == rules.Nobody && v.Can(campaign.ActionOthers) {
		seat = rules.Seat(in.Seat)
	}
	return s.doOnce(c, v, campaign.Report{Battle: b.ID, Seat: seat, Note: in.Note,
		Result: campaign.Result{Winner: rules.Seat(in.Winner), Scores: in.Scores, Reason: in.Reason}})
}

type nothing struct{}

func (s *Handlers) apiConfirm(c echo.Context, _ nothing) (apitypes.Receipt, error) {
	v, b, err := site.VisitAt(s.Base, c, site.Visit.Battle)
	if err != nil {
		return apitypes.Receipt{}, err
	}
	return s.doOnce(c, v, campaign.Confirm{Battle: b.ID, Seat: v.Seat(b)})
}

type disputeIn struct {
	Reason string `json:"reason" in:"1..4000"`
}

func (s *Handlers) apiDispute(c echo.Context, in disputeIn) (apitypes.Receipt, error) {
	v, b, err := site.VisitAt(s.Base, c, site.Visit.Battle)
	if err != nil {
		return apitypes.Receipt{}, err
	}
	return s.doOnce(c, v, campaign.RaiseDispute{Battle: b.ID, Reason: in.Reason})
}

type exhibitIn struct {
	Image apitypes.File `json:"image"` // PNG, JPEG, GIF or WebP, 5 MB at most
	Alt   string        `json:"alt" in:"1..200"`
}

func (s *Handlers) apiEvidence(c echo.Context, in exhibitIn) (apitypes.Receipt, error) {
	v, b, err := site.VisitAt(s.Base, c, site.Visit.Battle)
	if err != nil {
		return apitypes.Receipt{}, err
	}
	act, err := s.Service.SubmitEvidence(c.Request().Context(), v.Actor, v.Club, apiIdempotencyKey(c), b.ID, site.SingleLine(in.Alt), in.Image)
	return apitypes.ReceiptOf(act), err
}

func (s *Handlers) apiAutoConfirm(c echo.Context, _ nothing) (apitypes.Receipt, error) {
	v, b, err := site.VisitAt(s.Base, c, site.Visit.Battle)
	if err != nil {
		return apitypes.Receipt{}, err
	}
	return s.doOnce(c, v, campaign.AutoConfirm{Battle: b.ID})
}

type companyIn struct {
	Allies []string `json:"allies" default:"[]" len:"0..20"` // members by id
	Club   string   `json:"club" default:"\"\"" in:"0..60"`
	Travel string   `json:"travel" default:"\"\"" in:"0..60"`
}

func (s *Handlers) apiSidePlayers(c echo.Context, in companyIn) (apitypes.Receipt, error) {
	v, r, err := site.VisitAt(s.Base, c, site.Visit.SidePlayersRoster)
	if err != nil {
		return apitypes.Receipt{}, err
	}
	return s.doOnce(c, v, campaign.SetSidePlayers{Roster: r.ID, Allies: in.Allies, Club: in.Club, Travel: in.Travel})
}

type stepIn struct {
	Number  int             `json:"number" in:"0..100000"` // number of steps that the sender has seen
	Command json.RawMessage `json:"command"`
	Dice    []int           `json:"dice" default:"[]" len:"0..1000"`
	Choices []rules.Reply   `json:"choices" default:"[]" len:"0..100"`
	Roll    string          `json:"roll" default:"\"table\"" in:"table|app"`
}

func (s *Handlers) apiStep(c echo.Context, in stepIn) (apitypes.Live, error) {
	v, b, err := site.VisitAt(s.Base, c, site.Visit.Battle)
	if err != nil {
		return apitypes.Live{}, err
	}
	live, err := s.Service.Play(c.Request().Context(), v.Actor, v.Club, b.ID, campaign.Move{Number: in.Number, Command: in.Command,
		Dice: in.Dice, Choices: in.Choices, Roll: campaign.Roll(in.Roll), Key: apiIdempotencyKey(c)})
	if err != nil {
		return apitypes.Live{}, err
	}
	return apitypes.LiveOf(live, v.Seat(b)), nil
}

type storyIn struct {
	Title  string      `json:"title" in:"1..120"`
	Text   string      `json:"text" in:"1..40000"` // Markdown
	Lang   string      `json:"lang" default:"\"fr\"" in:"2..2"`
	Battle campaign.ID `json:"battle" default:"\"\""`
}

func (s *Handlers) apiStory(c echo.Context, in storyIn) (apitypes.Receipt, error) {
	v, camp, err := site.VisitAt(s.Base, c, site.Visit.Campaign)
	if err != nil {
		return apitypes.Receipt{}, err
	}
	if err := s.RequireLanguage(in.Lang); err != nil {
		return apitypes.Receipt{}, err
	}
	return s.doOnce(c, v, campaign.PostStory{Campaign: camp.ID, Battle: in.Battle, Title: in.Title, Text: in.Text, Lang: in.Lang})
}
