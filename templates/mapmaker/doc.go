// Package mapmaker makes the boards of templates/atlas: from a map file, which an author writes, and the geography of
// the Earth it compiles an atlas.Board, and it compares what is drawn with the rules' own adjacency. The program only
// needs it for an edition that brings a map file of its own (FromText). Its test compiles all maps and finds what differs
// from the boards that are in the atlas, and
//
//	go test ./templates/mapmaker -update
//
// writes these anew.
//
// # Geography
//
// earth/world.txt.gz has the provinces, counties and states of all countries and the lakes of Natural Earth 1:10m and
// 1:50m (naturalearthdata.com), which is in the public domain, with an accuracy of 0.005 degrees. ReadGeography says
// how it is written.
//
// # Map files
//
// A statement has a line, and what is indented below it belongs to the place above. What follows a # is a remark; a
// word with blanks has quotation marks. A point is longitude,latitude in degrees, and a line is points with > between
// them. All lengths are px of the picture.
//
//	map standard "Europe, 1901" classic       the name by which charts ask for the board, its title and its colours
//	power Austria c8402e                      the colour of a power
//	projection middle=13,49 bulge=0.36        Lambert's azimuthal equal-area projection; a bulge makes the rim
//	                                          smaller, and tall=1.1 the map taller
//	projection middle=10,0 flat=1             Miller's cylindrical projection: the whole Earth in a rectangle
//	meridians from=-13 to=10 k=2.5            on a flat map, what lies between two meridians is so many times as wide,
//	parallels from=32 to=58 k=2.2             or between two parallels so many times as high
//	lens -2.8,54.3 r=650 k=1.35               around a point the map is larger, fading out over r km
//	frame width=1000 left=-17.5,50 right=45.5,46 top=15,71.8 bottom=15,33.0
//	                                          the picture's width, and points that are on its edges;
//	frame width=1000 disc=1.37                or a round map of such a radius, in radii of the Earth
//	detail coast=1.1 islet=8 island=75 noise=0.25 lakes=1 snap=1 smooth=8 graticule=15 font=11 token=10.2 pieces=1
//	                                          how far coasts are smoothed; how many px² an island must have, if
//	                                          somebody takes it and if nobody does; how much borders waver that
//	                                          nothing shapes; whether lakes are drawn, and with inland=400 those of so
//	                                          many px² are no land; whether what grows keeps to whole counties; how
//	                                          much lines are smoothed; degrees between meridians; the height of
//	                                          labels, the radius of a piece, and how many pieces stand in a place at
//	                                          once, of which none need be; stacks=1: pieces stand as stacks, of which
//	                                          a place has room for three full ones, or with kinds=3 for one of so many
//	                                          kinds; modern=1: they look as in the 20th century
//	ignore GRL FRO                            countries and units that are not drawn, but water
//
//	land Spa Spain centre                     a place: its name in the rules, and the full one. centre: it is a supply
//	  take ESP AND -ES-PM                     centre; region=Europe: of what part of the board it is. It takes
//	                                          countries,
//	  coast nc -4.5,43.0                      units by their ISO code, and not those with a minus.
//	land Cly Clyde -5.0,57.4>-4.6,56.3 -6.7,58.2
//	                                          Where units do not fit, an area grows from points and lines.
//	                                          Indented below it: take; coast: one of several, and where a fleet stands
//	                                          there; unit and text: where the piece and the label go, where the place
//	                                          that is found is not good; pieces: how many stand there at once
//	land Thrace Thrace value=2 rough port raises=cavalry,infantry 25,42
//	                                          what a land shows at its name, and hills
//	land Egypt Egypt label=EGYPT/SUDAN symbols=objective,crate*2
//	                                          what its label has instead of the name, / being between two lines; and
//	                                          what symbols stand below it, each with how many there are
//	sea Nth "North Sea" 3,56                  a sea grows over water
//	decor Ireland                             land that is no place of the game
//	lake "Arctic Ocean" 80,74                 and water that is none
//	cut 8.8,56.0>6.2,55.0>5.0,52.5            what grows stops here: borders at sea, each from land to land
//	bridge Den width=4 9.6,55.5>9.9,55.5      new land, of a place
//	channel width=6 -6.2,35.9>-5.0,36.0       new water
//	canal Suez 32.4,31.6>32.7,29.4            a canal over land, from one sea to another
//	link Britain "West Europe"                a line joins two places
//	crossing Dublin Cardiff -6,53.2>-4,52.6   an arrow over water or mountains, from one land to another
//
// An author who moves a number runs the test: the smoothing of coasts closes straits that are narrower than about 1.3
// coast=, a bridge closes wider ones, and a channel keeps one open. A cut begins and ends well inside of the land.
package mapmaker
