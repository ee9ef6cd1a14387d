package letters_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/successors"
	"deaddrop/examples/letters"
	"deaddrop/gm/reception"
	"deaddrop/templates"
	"deaddrop/tier"
)

// show prints the letters that are not read as they should be, with what came of them:
//
//	go test ./examples/letters -run TestScores/diplomacy-dev$ -v -letters.show
var show = flag.Bool("letters.show", false, "print the letters that are not read as they should be")

func TestMain(m *testing.M) { tier.Main(m) }

func reader(t *testing.T) reception.Reader {
	t.Helper()
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	return reception.Reader{Words: words, Rules: []*adjudicator.Rules{deadman.Rules, deadman.Diplomacy, decatur.Rules, successors.Rules, dishonest.Rules, dealers.Rules}}
}

// A count says how many letters are in each class.
type count [letters.Classes]int

// good counts the letters that are read as they should be, and safe those with a question that has the right
// suggestion.
func (n count) good() int { return n[letters.Exact] + n[letters.Asked] }
func (n count) safe() int { return n.good() + n[letters.Offered] }

func (n count) String() string {
	var list []string
	for c, many := range n {
		if many > 0 {
			list = append(list, fmt.Sprintf("%s %d", letters.Class(c), many))
		}
	}
	return strings.Join(list, "; ")
}

// A limit is how well the letters of a file must be read: so many as they should be, or with those that are asked with the right
// suggestion, and no more than that in each of the other classes.
type limit struct {
	good, safe int // at least

	needless, unasked, refused, dropped, half, told, wrong int // at most
}

// limits are those of each file, as limit has them. They only ever get tighter.
var limits = map[string]limit{
	"unseen-diplomacy.jsonl":      {37, 65, 1, 0, 2, 2, 0, 0, 0},
	"unseen-decatur.jsonl":        {19, 24, 1, 0, 0, 0, 0, 0, 0},
	"variants-decatur.jsonl":      {42, 50, 0, 0, 1, 0, 0, 0, 0},
	"held-decatur.jsonl":          {21, 23, 2, 0, 2, 0, 0, 1, 0},
	"eight-decatur.jsonl":         {29, 30, 0, 0, 2, 0, 0, 0, 0},
	"heldout-dishonest.jsonl":     {15, 24, 1, 1, 2, 0, 0, 0, 0},
	"unseen-dishonest.jsonl":      {22, 32, 0, 0, 0, 0, 0, 0, 0},
	"unseen-successors.jsonl":     {19, 25, 0, 0, 0, 0, 0, 0, 0},
	"people2-successors.jsonl":    {16, 26, 0, 1, 1, 0, 0, 0, 0},
	"people-successors.jsonl":     {20, 32, 0, 0, 0, 0, 0, 0, 0},
	"dev-dealers.jsonl":           {14, 14, 0, 0, 0, 0, 0, 0, 0},
	"dealers-a.jsonl":             {29, 31, 0, 1, 0, 0, 0, 0, 0},
	"dealers-b.jsonl":             {23, 28, 0, 0, 0, 0, 0, 0, 0},
	"dev-decatur.jsonl":           {14, 14, 0, 0, 0, 0, 0, 0, 0},
	"dev-dishonest.jsonl":         {14, 14, 0, 0, 0, 0, 0, 0, 0},
	"dev-successors.jsonl":        {14, 14, 0, 0, 0, 0, 0, 0, 0},
	"dev2-dealers.jsonl":          {14, 14, 0, 0, 1, 0, 0, 0, 0},
	"dev2-decatur.jsonl":          {15, 15, 0, 0, 0, 0, 0, 0, 0},
	"fresh-decatur.jsonl":         {29, 31, 0, 0, 0, 0, 0, 0, 0},
	"dev2-dishonest.jsonl":        {14, 15, 0, 0, 0, 0, 0, 0, 0},
	"dev2-successors.jsonl":       {14, 15, 0, 0, 0, 0, 0, 0, 0},
	"fresh-dealers.jsonl":         {26, 26, 3, 0, 1, 0, 0, 0, 0},
	"fresh-successors.jsonl":      {29, 30, 0, 0, 0, 0, 0, 0, 0},
	"diplomacy-dev.jsonl":         {138, 165, 5, 2, 1, 1, 0, 1, 0},
	"diplomacy-fresh.jsonl":       {162, 193, 2, 0, 5, 0, 0, 0, 0},
	"diplomacy-dialects.jsonl":    {79, 171, 6, 0, 21, 1, 0, 1, 0},
	"diplomacy-hands.jsonl":       {622, 772, 19, 1, 7, 0, 0, 1, 0},
	"diplomacy-sixty.jsonl":       {31, 55, 2, 1, 2, 0, 0, 0, 0},
	"fresh-dishonest.jsonl":       {27, 29, 2, 0, 0, 0, 0, 0, 0},
	"diplomacy-dev2.jsonl":        {51, 66, 2, 0, 1, 0, 0, 0, 0},
	"diplomacy-a.jsonl":           {59, 89, 9, 0, 2, 0, 0, 0, 0},
	"diplomacy-b.jsonl":           {43, 81, 6, 3, 8, 2, 0, 0, 0},
	"diplomacy-voices.jsonl":      {6, 24, 2, 0, 4, 0, 0, 0, 0},
	"voices-decatur.jsonl":        {4, 14, 0, 0, 1, 0, 0, 0, 0},
	"voices-dealers.jsonl":        {8, 12, 0, 0, 3, 0, 0, 0, 0},
	"voices-successors.jsonl":     {4, 12, 0, 0, 2, 1, 0, 0, 0},
	"voices-dishonest.jsonl":      {5, 12, 0, 0, 3, 0, 0, 0, 0},
	"diplomacy-neighbours.jsonl":  {12, 24, 1, 0, 0, 0, 0, 0, 0},
	"diplomacy-callers.jsonl":     {11, 18, 0, 0, 2, 0, 0, 0, 0},
	"diplomacy-strangers.jsonl":   {9, 22, 3, 0, 0, 0, 0, 0, 0},
	"diplomacy-passers.jsonl":     {25, 38, 2, 0, 0, 0, 0, 0, 0},
	"diplomacy-visitors.jsonl":    {37, 57, 1, 0, 2, 0, 0, 0, 0},
	"diplomacy-guests.jsonl":      {41, 87, 6, 0, 5, 1, 0, 1, 0},
	"guests-decatur.jsonl":        {17, 25, 1, 0, 3, 0, 0, 1, 0},
	"guests-successors.jsonl":     {16, 27, 0, 0, 3, 0, 0, 0, 0},
	"guests-dishonest.jsonl":      {9, 20, 1, 3, 6, 0, 0, 0, 0},
	"guests-dealers.jsonl":        {18, 27, 0, 1, 2, 0, 0, 0, 0},
	"first-dealers.jsonl":         {11, 13, 0, 0, 0, 0, 0, 0, 0},
	"strollers-dealers.jsonl":     {8, 13, 0, 1, 1, 0, 0, 0, 0},
	"wayfarers-dealers.jsonl":     {5, 29, 0, 0, 1, 0, 0, 0, 0},
	"pilgrims-dealers.jsonl":      {9, 28, 1, 1, 0, 0, 0, 0, 0},
	"strollers-dishonest.jsonl":   {7, 13, 0, 0, 2, 0, 0, 0, 0},
	"incomers-dealers.jsonl":      {16, 29, 1, 0, 0, 0, 0, 0, 0},
	"incomers-decatur.jsonl":      {19, 24, 2, 2, 1, 0, 0, 1, 0},
	"incomers-dishonest.jsonl":    {18, 27, 2, 0, 1, 0, 0, 0, 0},
	"incomers-successors.jsonl":   {16, 26, 1, 1, 1, 0, 0, 1, 0},
	"outsiders-dealers.jsonl":     {7, 19, 1, 0, 0, 0, 0, 0, 0},
	"outsiders-decatur.jsonl":     {16, 19, 0, 1, 0, 0, 0, 0, 0},
	"outsiders-dishonest.jsonl":   {12, 20, 0, 0, 0, 0, 0, 0, 0},
	"ramblers-dealers.jsonl":      {21, 30, 0, 0, 0, 0, 0, 0, 0},
	"ramblers-decatur.jsonl":      {15, 28, 0, 1, 1, 0, 0, 0, 0},
	"ramblers-dishonest.jsonl":    {14, 29, 0, 1, 0, 0, 0, 0, 0},
	"ramblers-successors.jsonl":   {14, 27, 2, 0, 1, 0, 0, 0, 0},
	"wanderers-dealers.jsonl":     {5, 28, 2, 0, 0, 0, 0, 0, 0},
	"wanderers-decatur.jsonl":     {7, 21, 1, 0, 6, 0, 0, 2, 0},
	"wanderers-dishonest.jsonl":   {3, 24, 1, 1, 4, 0, 0, 0, 0},
	"wanderers-successors.jsonl":  {11, 25, 0, 0, 5, 0, 0, 0, 0},
	"diplomacy-ramblers.jsonl":    {13, 32, 3, 0, 4, 1, 0, 0, 0},
	"settlers-dealers.jsonl":      {14, 27, 2, 0, 0, 0, 0, 1, 0},
	"settlers-decatur.jsonl":      {10, 21, 2, 0, 7, 0, 0, 0, 0},
	"settlers-dishonest.jsonl":    {11, 23, 1, 0, 6, 0, 0, 0, 0},
	"settlers-successors.jsonl":   {12, 24, 1, 0, 5, 0, 0, 0, 0},
	"outsiders-successors.jsonl":  {17, 19, 1, 0, 0, 0, 0, 0, 0},
	"strollers-decatur.jsonl":     {8, 15, 0, 0, 0, 0, 0, 0, 0},
	"strollers-successors.jsonl":  {11, 13, 2, 0, 0, 0, 0, 0, 0},
	"diplomacy-strollers.jsonl":   {16, 19, 1, 0, 0, 0, 0, 0, 0},
	"first-dishonest.jsonl":       {8, 12, 0, 0, 0, 0, 0, 1, 0},
	"later-dealers.jsonl":         {10, 12, 0, 0, 0, 0, 0, 0, 0},
	"later-dishonest.jsonl":       {8, 11, 0, 0, 1, 0, 0, 0, 0},
	"diplomacy-newcomers.jsonl":   {33, 50, 0, 0, 0, 0, 0, 0, 0},
	"diplomacy-latecomers.jsonl":  {36, 50, 0, 0, 0, 0, 0, 0, 0},
	"diplomacy-negatives.jsonl":   {439, 439, 13, 0, 0, 0, 0, 0, 0},
	"callers-decatur.jsonl":       {14, 15, 0, 0, 0, 0, 0, 0, 0},
	"callers-successors.jsonl":    {12, 13, 0, 0, 1, 0, 0, 0, 0},
	"callers2-decatur.jsonl":      {10, 14, 0, 0, 0, 0, 0, 0, 0},
	"callers2-successors.jsonl":   {8, 12, 1, 0, 0, 0, 0, 0, 0},
	"passers-dealers.jsonl":       {7, 12, 0, 0, 0, 0, 0, 0, 0},
	"passers-dishonest.jsonl":     {8, 11, 0, 0, 1, 0, 0, 0, 0},
	"pilgrims-dishonest.jsonl":    {1, 29, 0, 0, 1, 0, 0, 0, 0},
	"passers-decatur.jsonl":       {4, 8, 0, 0, 0, 0, 0, 0, 0},
	"passers-successors.jsonl":    {6, 8, 0, 0, 0, 0, 0, 0, 0},
	"townsfolk-dealers.jsonl":     {14, 16, 1, 0, 1, 0, 0, 0, 0},
	"townsfolk-dishonest.jsonl":   {11, 18, 0, 0, 0, 0, 0, 0, 0},
	"wayfarers-dishonest.jsonl":   {10, 29, 1, 0, 0, 0, 0, 0, 0},
	"latecomers-decatur.jsonl":    {9, 12, 0, 0, 0, 0, 0, 0, 0},
	"latecomers-successors.jsonl": {9, 12, 0, 0, 0, 0, 0, 0, 0},
	"newcomers-decatur.jsonl":     {9, 15, 0, 0, 0, 0, 0, 0, 0},
	"newcomers-successors.jsonl":  {8, 14, 0, 0, 1, 0, 0, 0, 0},
	"newcomers-dealers.jsonl":     {7, 13, 0, 0, 2, 0, 0, 0, 0},
	"newcomers-dishonest.jsonl":   {7, 14, 0, 0, 1, 0, 0, 0, 0},
	"latecomers-dealers.jsonl":    {4, 10, 0, 0, 2, 0, 0, 0, 0},
	"latecomers-dishonest.jsonl":  {7, 12, 0, 0, 0, 0, 0, 0, 0},
	"townsfolk-decatur.jsonl":     {10, 12, 0, 0, 0, 0, 0, 0, 0},
	"townsfolk-successors.jsonl":  {9, 11, 0, 0, 1, 0, 0, 0, 0},
	"travellers-successors.jsonl": {15, 28, 2, 0, 0, 0, 0, 0, 0},
	"travellers-decatur.jsonl":    {17, 25, 2, 0, 1, 1, 0, 1, 0},
}

// Letters are read no worse than they have been.
func TestScores(t *testing.T) {
	r := reader(t)
	files, err := letters.Files()
	if err != nil || len(files) != len(limits) {
		t.Fatalf("there are %d files and %d limits: %v", len(files), len(limits), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(file, ".jsonl"), func(t *testing.T) {
			all, err := letters.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			var n count
			for _, l := range all {
				trial, err := r.Read(t.Context(), l.Sample())
				if err != nil {
					t.Fatalf("%s: %v", l.ID, err)
				}
				class := l.Classify(trial)
				n[class]++
				if isFine := class == letters.Exact || class == letters.Asked || class == letters.Offered; *show && !isFine {
					t.Log(l.Show(trial))
				}
			}
			t.Logf("%d letters, %d as they should be, %d with those asked with the right suggestion; %s", len(all), n.good(), n.safe(), n)
			n.check(t, limits[file])
		})
	}
}

// check holds a count to its limit.
func (n count) check(t *testing.T, l limit) {
	t.Helper()
	if n.good() < l.good || n.safe() < l.safe {
		t.Errorf("%d are read as they should be, and %d safely, and not %d and %d", n.good(), n.safe(), l.good, l.safe)
	}
	for class, most := range map[letters.Class]int{letters.Needless: l.needless, letters.Unasked: l.unasked, letters.Refused: l.refused, letters.Dropped: l.dropped,
		letters.Half: l.half, letters.WrongTold: l.told, letters.Wrong: l.wrong} {
		if n[class] > most {
			t.Errorf("%s: %d, and not at most %d", class, n[class], most)
		}
	}
}
